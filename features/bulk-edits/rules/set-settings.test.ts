import { describe, expect, it } from 'vitest';
import { emptyLessonFields, type LessonFields, type Package } from '#features/lessons/contract/lessons.ts';
import type { SettingsEdit } from '../contract.ts';
import { REASONS, setSettings, settingsSummary } from './set-settings.ts';

const lesson = (given: Partial<LessonFields>): LessonFields => ({ ...emptyLessonFields({ title: 'Loops', author: 'Ada' }), ...given });
const pandas: Package = { name: 'pandas', version: '2.0', show_in_editor: true };

interface Case {
  given?: Partial<LessonFields>;
  packages?: Package[];
  edit: SettingsEdit;
  fields?: Partial<LessonFields>;
  after?: Package[];
  shown?: [string, string];
}

describe('a setting of a lesson', () => {
  it.each<[string, Case]>([
    ['author', { edit: { set: 'author', author: 'Grace' }, fields: { author: 'Grace' }, shown: ['Ada', 'Grace'] }],
    ['timeout', { edit: { set: 'timeout', seconds: 30 }, fields: { code_run_timeout: 30 }, shown: ['default (15 s)', '30 s'] }],
    [
      'language version',
      {
        given: { language: 'python', language_version: '3.9' },
        edit: { set: 'language-version', version: '3.11' },
        fields: { language_version: '3.11' },
        shown: ['3.9', '3.11'],
      },
    ],
    [
      'owner',
      {
        given: { owner: 'ada@example.org' },
        edit: { set: 'owner', person: 'ben@example.org' },
        fields: { owner: 'ben@example.org' },
        shown: ['ada@example.org', 'ben@example.org'],
      },
    ],
    ['due date', { given: { due: '2026-12-31' }, edit: { set: 'due', due: null }, fields: { due: null }, shown: ['2026-12-31', ''] }],
    ['stage', { edit: { set: 'stage', stage: 'reviewing' }, fields: { stage: 'reviewing' }, shown: ['', 'Reviewing'] }],
    ['last value', { edit: { set: 'show-last-value', shown: true }, fields: { show_last_value: true }, shown: ['off', 'on'] }],
    [
      'adds skills that are new, whatever their case',
      {
        given: { type: 'practice_problem', skill_topics: ['Loops'] },
        edit: { set: 'add-skills', skills: ['loops', 'Lists'] },
        fields: { skill_topics: ['Loops', 'Lists'] },
        shown: ['Loops', 'Loops, Lists'],
      },
    ],
    [
      'removes skills of a project',
      {
        given: { type: 'project', skill_requirements: ['Loops', 'Lists'] },
        edit: { set: 'remove-skills', skills: ['LOOPS'] },
        fields: { skill_requirements: ['Lists'] },
      },
    ],
    [
      'adds a package',
      {
        edit: { set: 'add-package', name: 'numpy', version: '1.26' },
        after: [{ name: 'numpy', version: '1.26', show_in_editor: false }],
        shown: ['', 'numpy 1.26'],
      },
    ],
    ['adding leaves a known package', { packages: [pandas], edit: { set: 'add-package', name: 'Pandas', version: '1' }, after: [pandas] }],
    [
      'sets the version of a package',
      { packages: [pandas], edit: { set: 'package-version', name: 'pandas', version: null }, after: [{ ...pandas, version: null }] },
    ],
    ['sets no version where there is no such package', { edit: { set: 'package-version', name: 'pandas', version: '1' }, after: [] }],
    ['removes a package', { packages: [pandas], edit: { set: 'remove-package', name: 'PANDAS' }, after: [], shown: ['pandas 2.0', ''] }],
  ])('%s', (_, { given = {}, packages = [], edit, fields = {}, after, shown }) => {
    const before = lesson(given);
    const result = setSettings({ fields: before, packages }, edit);
    const texts = shown ? { before: shown[0], after: shown[1] } : {};
    expect(result).toMatchObject({ fields: { ...before, ...fields }, packages: after ?? packages, ...texts });
  });

  it.each<[string, Partial<LessonFields>, SettingsEdit, string]>([
    ['skills of a lesson', {}, { set: 'add-skills', skills: ['Loops'] }, REASONS.noSkills],
    ['a timeout without code', { language: null }, { set: 'timeout', seconds: 3 }, REASONS.noCode],
    ['a timeout of long-running code', { enabled_features: ['Long-running code'] }, { set: 'timeout', seconds: 3 }, REASONS.longRunning],
    [
      'another language',
      { language: 'r', language_version: null },
      { set: 'language-version', version: '3.9' },
      REASONS.otherLanguage('R'),
    ],
    ['the last value of R, which is always shown', { language: 'r' }, { set: 'show-last-value', shown: true }, REASONS.noLastValue],
    ['packages of SQL', { language: 'sql' }, { set: 'add-package', name: 'pandas', version: null }, REASONS.noPackages],
    ['the package of checks', {}, { set: 'remove-package', name: 'pycheck' }, REASONS.pycheck],
  ])('refuses %s', (_, given, edit, refused) => {
    expect(setSettings({ fields: lesson(given), packages: [] }, edit)).toEqual({ refused });
  });
});

it.each<[SettingsEdit, string]>([
  [{ set: 'author', author: 'Grace' }, 'Set the author to Grace'],
  [{ set: 'author', author: '' }, 'Clear the author'],
  [{ set: 'reviewer', person: 'ben@example.org' }, 'Set the reviewer to ben@example.org'],
  [{ set: 'due', due: null }, 'Clear the due date'],
  [{ set: 'stage', stage: 'ready' }, 'Set the stage to Ready'],
  [{ set: 'timeout', seconds: null }, 'Set the timeout to the default'],
  [{ set: 'show-last-value', shown: false }, 'Stop showing the value of the last expression'],
  [{ set: 'add-skills', skills: ['Loops'] }, 'Add the skill Loops'],
  [{ set: 'package-version', name: 'pandas', version: null }, 'Set the version of pandas to the newest'],
])('is named: %j', (edit, summary) => expect(settingsSummary(edit)).toBe(summary));
