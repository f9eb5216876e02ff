import type { ScreenFields } from '#contract/screens.ts';

/** The parts of a run that are searched. */
export interface RunTexts {
  runId: string;
  /** The learner's code, or the commands entered in a terminal. */
  commands: string;
  output: string;
}

/** The texts of a scope: commands, output or either. */
export function textsInScope(scope: ScreenFields['check_scope'], { commands, output }: Pick<RunTexts, 'commands' | 'output'>): string[] {
  if (scope === 'cmd') return [commands];
  return scope === 'stdout' ? [output] : [commands, output];
}
