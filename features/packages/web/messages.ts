import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { hasJupyterLab } from '#features/lessons/lessons.policy.ts';
import { versionFor } from '#platform/contract/languages.ts';
import type { BuildState } from '../contract.ts';

export const MESSAGES = {
  buildFailed: 'An error occurred while trying to build packages. Try again later.',
  stopFailed: 'Couldn’t stop the build. Try again later.',
  stateFailed: 'Couldn’t load the build status.',
  incomplete: 'You have incomplete package changes. Please finalize the input or click on Build again to discard them.',
  removeCustom: 'Are you sure that you want to remove custom answer checking?',
  enableLegacy: 'Are you sure you want to enable legacy custom answer checking? Only use this option if you are importing legacy content.',
  jupyterUnsaved: 'Please save the lesson to get the updated list of packages for this project.',
  keepVersions: 'To keep an earlier version, enter it next to the package and build again.',
  checkingNotSaved: 'Custom checking couldn’t be changed. Try again.',
  pycheck: 'Custom answer checking',
  noPackages: 'No packages yet. Code runs in the base environment.',
  noSqlPackages: 'SQL lessons have no packages other than custom answer checking.',
  waitingForLog: 'Waiting for a runner…',
  logKept: 'The log is empty.',
} as const;

type StateText = { kind: 'warning' | 'info' | 'success' | 'error'; text: string };

const STATE: Record<BuildState, StateText> = {
  not_built: { kind: 'info', text: 'Code runs in the base environment until this lesson’s packages are built.' },
  needs_rebuild: { kind: 'warning', text: 'You changed packages or the language. Build to use them.' },
  in_progress: { kind: 'info', text: 'Packages are being installed.' },
  built: { kind: 'success', text: 'Packages are installed.' },
  failed: { kind: 'error', text: 'Packages couldn’t be installed.' },
};

/** The banner for a state of the dependencies. */
export function buildStateText(state: BuildState, isUnsaved: boolean): StateText {
  return isUnsaved && state === 'needs_rebuild'
    ? { kind: 'warning', text: 'You changed packages or checks. Build to use them.' }
    : STATE[state];
}

interface CheckingNote {
  readonly text: string;
  readonly action: string;
}

/** What an author of a custom check must know about the lesson's custom checking; null: nothing. */
export function customCheckingNote(
  lesson: Pick<Lesson, 'custom_check_enabled' | 'legacy_check_enabled'>,
  { hasJustTurnedOn, hasChecks }: { hasJustTurnedOn: boolean; hasChecks: boolean },
): CheckingNote | null {
  if (lesson.custom_check_enabled) {
    return hasJustTurnedOn ? { text: 'Custom checking is now on for this lesson.', action: 'Undo' } : null;
  }
  if (lesson.legacy_check_enabled) {
    return { text: 'This lesson uses legacy checks. Custom checks would replace them.', action: 'Use custom checks' };
  }
  return hasChecks ? { text: 'Custom checking is off for this lesson, so custom checks don’t run.', action: 'Turn on' } : null;
}

const SHORT_STATE: Record<BuildState, string> = {
  not_built: 'Not built yet',
  needs_rebuild: 'Needs rebuild',
  in_progress: 'Building…',
  built: 'Built',
  failed: 'Failed',
};

export function shortState(state: BuildState): string {
  return SHORT_STATE[state];
}

/** A project's list of packages depends on its saved features. */
export function needsSaveForPackages(
  fields: Pick<Lesson, 'language' | 'language_version' | 'enabled_features'>,
  isDirty: boolean,
): boolean {
  return isDirty && hasJupyterLab(fields) && fields.language_version === versionFor(fields.language, null);
}
