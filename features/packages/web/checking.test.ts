import { describe, expect, it } from 'vitest';
import type { Package } from '#features/lessons/contract/lessons.ts';
import type { AnswerChecking } from '../packages.policy.ts';
import { isCheckingEdited, shownChecking, withPackage } from './checking.ts';
import { customCheckingNote, needsSaveForPackages } from './messages.ts';

const item = (name: string, version: string | null = null): Package => ({ name, version, show_in_editor: false });
const saved: AnswerChecking = { packages: [item('rich'), item('pycheck', 'abc')], custom_check_enabled: true, legacy_check_enabled: false };

describe('withPackage', () => {
  it.each([
    ['humanize', item('humanize')],
    [' humanize ', item('humanize')],
    ['humanize==4.9', item('humanize', '4.9')],
    ['humanize = 4.9', item('humanize', '4.9')],
    ['humanize >= 4, <5', item('humanize', '>=4, <5')],
    ['humanize~=4.0', item('humanize', '~=4.0')],
  ])('reads %j', (typed, expected) => {
    expect(withPackage([item('rich')], typed)).toEqual([item('rich'), expected]);
  });

  it('updates the version of a listed package instead of adding it twice', () => {
    expect(withPackage([item('Rich', '1')], 'rich==2')).toEqual([item('Rich', '2')]);
    expect(withPackage([item('rich', '1')], 'rich')).toEqual([item('rich', '1')]);
  });
});

describe('the packages and answer checking of a lesson', () => {
  it('only shows the server’s version of pycheck', () => {
    const fields = { ...saved, packages: [item('rich', '13'), item('pycheck')] };
    expect(shownChecking(fields, [item('pycheck', 'abc123')]).packages).toEqual([item('rich', '13'), item('pycheck', 'abc123')]);
    expect(shownChecking(fields, []).packages).toEqual(fields.packages);
  });

  it.each([
    [{}, false],
    [{ title: 'Loops' }, false],
    [{ packages: [] }, true],
    [{ custom_check_enabled: true }, true],
    [{ legacy_check_enabled: false }, true],
  ])('edits of %j: %s', (edits, expected) => {
    expect(isCheckingEdited(Object.keys(edits))).toBe(expected);
  });
});

it('warns of an outdated list of packages for unsaved JupyterLab projects on Python 3.11 only', () => {
  const project = { language: 'python', language_version: '3.11', enabled_features: ['JupyterLab'] } as const;
  const fields = { ...project, enabled_features: [...project.enabled_features] };
  expect(needsSaveForPackages(fields, true)).toBe(true);
  expect(needsSaveForPackages(fields, false)).toBe(false);
  expect(needsSaveForPackages({ ...fields, language_version: '3.9' }, true)).toBe(false);
  expect(needsSaveForPackages({ ...fields, enabled_features: [] }, true)).toBe(false);
});

describe('the note at a custom check', () => {
  const off = { custom_check_enabled: false, legacy_check_enabled: false };
  const on = { ...off, custom_check_enabled: true };
  it.each([
    ['a lesson without checks', off, { hasJustTurnedOn: false, hasChecks: false }, undefined],
    ['the first save of a check', on, { hasJustTurnedOn: true, hasChecks: true }, 'Undo'],
    ['later saves', on, { hasJustTurnedOn: false, hasChecks: true }, undefined],
    ['checks that are turned off', off, { hasJustTurnedOn: false, hasChecks: true }, 'Turn on'],
    ['checks that were turned off again', off, { hasJustTurnedOn: true, hasChecks: true }, 'Turn on'],
    ['legacy checks', { ...off, legacy_check_enabled: true }, { hasJustTurnedOn: false, hasChecks: false }, 'Use custom checks'],
  ])('%s', (_, lesson, seen, action) => {
    expect(customCheckingNote(lesson, seen)?.action).toBe(action);
  });
});
