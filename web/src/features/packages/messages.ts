import { versionFor } from '#contract/languages.ts';
import { hasJupyterLab } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { BuildState } from '#contract/packages.ts';

export const MESSAGES = {
  buildFailed: 'An error occurred while trying to build packages. Try again later.',
  stopFailed: 'The build could not be stopped. Try again later.',
  stateFailed: 'The build status could not be loaded.',
  incomplete: 'You have incomplete package changes. Please finalize the input or click on Build again to discard them.',
  removeCustom: 'Are you sure that you want to remove custom answer checking?',
  enableLegacy: 'Are you sure you want to enable legacy custom answer checking? Only use this option if you are importing legacy content.',
  jupyterUnsaved: 'Please save the lesson to get the updated list of packages for this project.',
  pycheck: 'Custom answer checking',
  noPackages: 'No packages yet. Code runs in the base environment.',
  noSqlPackages: 'SQL lessons have no packages other than custom answer checking.',
  waitingForLog: 'Waiting for a runner…',
  logKept: 'The log is empty.',
} as const;

const STATE: Record<BuildState, { kind: 'warning' | 'info' | 'success' | 'error'; text: string }> = {
  not_built: { kind: 'warning', text: 'Packages haven’t been installed yet. Build to install them.' },
  needs_rebuild: {
    kind: 'warning',
    text: 'You changed packages or checks. Build to use them.',
  },
  in_progress: { kind: 'info', text: 'The dependencies of this lesson are being built.' },
  built: { kind: 'success', text: 'The dependencies of this lesson are built.' },
  failed: { kind: 'error', text: 'The dependencies of this lesson could not be built.' },
};

/** The banner for a state of the dependencies. */
export function stateText(state: BuildState): { kind: 'warning' | 'info' | 'success' | 'error'; text: string } {
  return STATE[state];
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

/** The first non-empty line of an installer's error, for a banner. */
export function firstLine(error: string): string {
  return (
    error
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
