import type { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { isPycheck } from '#features/packages/packages.policy.ts';
import { STAGES, type Stage } from '#features/planning/planning.policy.ts';
import { canHavePackages, canShowLastValue, LANGUAGES } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { SettingsEdit } from '../contract.ts';

/** Why a lesson can't get a setting, for authors. */
export const REASONS = {
  noCode: 'This lesson has no code.',
  noPackages: 'Lessons in this language can’t have packages.',
  pycheck: 'Turn on custom answer checking in the lesson’s settings instead.',
  noSkills: 'Only practice problems and projects have skills.',
  tooManySkills: 'A lesson can have at most 100 skills.',
  longRunning: 'Long-running code is on, which has its own time limit.',
  noLastValue: 'Only Python lessons have this setting.',
  otherLanguage: (language: string) => `This lesson is in ${language}, which doesn’t have this version.`,
} as const;

export interface Settings {
  readonly fields: LessonFields;
  readonly packages: readonly Package[];
}

type Result = { readonly refused: string } | (Settings & { readonly before: string; readonly after: string });

/** What a setting changes in a lesson, with its value as text before and after. Equal values: it is set already. */
export function setSettings({ fields, packages }: Settings, edit: SettingsEdit): Result {
  switch (edit.set) {
    case 'author':
      return { fields: { ...fields, author: edit.author }, packages, before: fields.author, after: edit.author };
    case 'add-skills':
    case 'remove-skills':
      return setSkills({ fields, packages }, edit);
    case 'timeout':
      return setTimeLimit({ fields, packages }, edit.seconds);
    case 'language-version':
      return setVersion({ fields, packages }, edit.version);
    case 'show-last-value':
      return setLastValue({ fields, packages }, edit.shown);
    case 'owner':
    case 'reviewer':
      return { fields: { ...fields, [edit.set]: edit.person }, packages, before: fields[edit.set] ?? '', after: edit.person ?? '' };
    case 'due':
      return { fields: { ...fields, due: edit.due }, packages, before: fields.due ?? '', after: edit.due ?? '' };
    case 'stage':
      return { fields: { ...fields, stage: edit.stage }, packages, before: stageText(fields.stage), after: stageText(edit.stage) };
    case 'add-package':
    case 'package-version':
    case 'remove-package':
      return setPackage({ fields, packages }, edit);
  }
}

function setSkills({ fields, packages }: Settings, { set, skills }: Extract<SettingsEdit, { skills: string[] }>): Result {
  const list = skillList(fields);
  if (list === null) return { refused: REASONS.noSkills };
  const before = fields[list];
  const same = (one: string) => (other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
  const added = skills.filter((skill, index) => skills.findIndex(same(skill)) === index && !before.some(same(skill)));
  const after = set === 'add-skills' ? [...before, ...added] : before.filter((skill) => !skills.some(same(skill)));
  if (after.length > 100) return { refused: REASONS.tooManySkills };
  return { fields: { ...fields, [list]: after }, packages, before: listText(before), after: listText(after) };
}

/** The list that lessons of this type have. */
export function skillList({ type }: LessonFields): 'skill_topics' | 'skill_requirements' | null {
  if (type === 'practice_problem') return 'skill_topics';
  return type === 'project' || type === 'portfolio_project' || type === 'installation_project' ? 'skill_requirements' : null;
}

function setTimeLimit({ fields, packages }: Settings, seconds: number | null): Result {
  if (fields.language === null) return { refused: REASONS.noCode };
  if (fields.enabled_features.includes('Long-running code')) return { refused: REASONS.longRunning };
  return {
    fields: { ...fields, code_run_timeout: seconds },
    packages,
    before: secondsText(fields.code_run_timeout),
    after: secondsText(seconds),
  };
}

function setVersion({ fields, packages }: Settings, version: NonNullable<LessonFields['language_version']>): Result {
  if (fields.language === null) return { refused: REASONS.noCode };
  const { label, versions } = LANGUAGES[fields.language];
  if (!versions.some((each) => each === version)) return { refused: REASONS.otherLanguage(label) };
  return { fields: { ...fields, language_version: version }, packages, before: fields.language_version ?? '', after: version };
}

function setLastValue({ fields, packages }: Settings, shown: boolean): Result {
  if (!canShowLastValue(fields.language)) return { refused: REASONS.noLastValue };
  return { fields: { ...fields, show_last_value: shown }, packages, before: onText(fields.show_last_value), after: onText(shown) };
}

type PackageEdit = Extract<SettingsEdit, { name: string }>;

function setPackage({ fields, packages }: Settings, edit: PackageEdit): Result {
  if (fields.language === null) return { refused: REASONS.noCode };
  if (isPycheck(edit)) return { refused: REASONS.pycheck };
  if (!canHavePackages(fields.language)) return { refused: REASONS.noPackages };
  const isNamed = ({ name }: Package) => name.trim().toLowerCase() === edit.name.trim().toLowerCase();
  const known = packages.find(isNamed);
  const result = (after: readonly Package[]) => ({
    fields,
    packages: after,
    before: packageText(known),
    after: packageText(after.find(isNamed)),
  });
  if (edit.set === 'remove-package') return result(packages.filter((each) => !isNamed(each)));
  const version = edit.version?.trim() || null;
  if (known === undefined) {
    return result(edit.set === 'add-package' ? [...packages, { name: edit.name, version, show_in_editor: false }] : packages);
  }
  // Adding leaves the version that a lesson chose.
  return result(edit.set === 'add-package' ? packages : packages.map((each) => (isNamed(each) ? { ...each, version } : each)));
}

/** The setting in the message of a commit: `Set the author`. */
export function settingsSummary(edit: SettingsEdit): string {
  switch (edit.set) {
    case 'author':
      return edit.author === '' ? 'Clear the author' : `Set the author to ${edit.author}`;
    case 'add-skills':
      return `Add ${skillsText(edit.skills)}`;
    case 'remove-skills':
      return `Remove ${skillsText(edit.skills)}`;
    case 'timeout':
      return edit.seconds === null ? 'Set the timeout to the default' : `Set the timeout to ${secondsText(edit.seconds)}`;
    case 'language-version':
      return `Set the language version to ${edit.version}`;
    case 'show-last-value':
      return edit.shown ? 'Show the value of the last expression' : 'Stop showing the value of the last expression';
    case 'owner':
    case 'reviewer':
      return edit.person === null ? `Clear the ${edit.set}` : `Set the ${edit.set} to ${edit.person}`;
    case 'due':
      return edit.due === null ? 'Clear the due date' : `Set the due date to ${edit.due}`;
    case 'stage':
      return edit.stage === null ? 'Clear the stage' : `Set the stage to ${stageText(edit.stage)}`;
    case 'add-package':
      return `Add the package ${edit.name}`;
    case 'package-version':
      return `Set the version of ${edit.name} to ${edit.version?.trim() || 'the newest'}`;
    case 'remove-package':
      return `Remove the package ${edit.name}`;
  }
}

function skillsText(skills: readonly string[]): string {
  return skills.length === 1 ? `the skill ${skills[0] ?? ''}` : `${skills.length} skills`;
}

function listText(list: readonly string[]): string {
  return list.join(', ');
}

function secondsText(seconds: number | null): string {
  return seconds === null ? `default (${LIMITS.timeoutSecondsDefault} s)` : `${seconds} s`;
}

function stageText(stage: Stage | null): string {
  return stage === null ? '' : STAGES[stage];
}

export function onText(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

function packageText(item: Package | undefined): string {
  return item === undefined ? '' : `${item.name} ${item.version ?? '(newest)'}`;
}
