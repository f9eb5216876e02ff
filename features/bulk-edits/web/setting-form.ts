import { canBeDue, type Stage } from '#features/planning/planning.policy.ts';
import { LANGUAGE_VERSIONS } from '#platform/contract/languages.ts';
import type { SettingsEdit } from '../contract.ts';

/** What is typed in the form. */
export interface SettingForm {
  readonly set: SettingsEdit['set'];
  readonly author: string;
  /** An email address; null: nobody. Null in what follows is none, too. */
  readonly person: string | null;
  readonly due: string | null;
  readonly stage: Stage | null;
  /** Empty: the default. */
  readonly seconds: string;
  readonly languageVersion: string;
  readonly showsLastValue: boolean;
  /** One on each line. */
  readonly skills: string;
  readonly packageName: string;
  /** Empty: the newest. */
  readonly packageVersion: string;
}

export const EMPTY_FORM: SettingForm = {
  set: 'timeout',
  author: '',
  person: null,
  due: null,
  stage: null,
  seconds: '',
  languageVersion: LANGUAGE_VERSIONS[0],
  showsLastValue: true,
  skills: '',
  packageName: '',
  packageVersion: '',
};

/** The setting that the form says; null while something is missing. */
export function readForm(form: SettingForm): SettingsEdit | null {
  const { set } = form;
  switch (set) {
    case 'author':
      return form.author.trim() === '' ? null : { set, author: form.author.trim() };
    case 'owner':
    case 'reviewer':
      return { set, person: form.person };
    case 'due':
      return form.due === null || canBeDue(form.due) ? { set, due: form.due } : null;
    case 'stage':
      return { set, stage: form.stage };
    case 'timeout':
      return readSeconds(form.seconds.trim());
    case 'language-version': {
      const version = LANGUAGE_VERSIONS.find((each) => each === form.languageVersion);
      return version === undefined ? null : { set, version };
    }
    case 'show-last-value':
      return { set, shown: form.showsLastValue };
    case 'add-skills':
    case 'remove-skills': {
      const skills = form.skills.split('\n').flatMap((line) => line.trim() || []);
      return skills.length === 0 ? null : { set, skills };
    }
    case 'add-package':
    case 'package-version':
    case 'remove-package': {
      const name = form.packageName.trim();
      if (name === '') return null;
      return set === 'remove-package' ? { set, name } : { set, name, version: form.packageVersion.trim() || null };
    }
  }
}

function readSeconds(text: string): SettingsEdit | null {
  if (text === '') return { set: 'timeout', seconds: null };
  return /^\d{1,5}$/.test(text) ? { set: 'timeout', seconds: Number(text) } : null;
}
