import type { ScreenFields } from '#contract/screens.ts';

/** What of a run is looked into. */
export interface RunTexts {
  runId: string;
  /** What was typed: the code, or the commands of a terminal. */
  commands: string;
  output: string;
}

/** The texts that a scope looks into (B §3): the commands, the output, or either. */
export function textsInScope(scope: ScreenFields['check_scope'], { commands, output }: Pick<RunTexts, 'commands' | 'output'>): string[] {
  if (scope === 'cmd') return [commands];
  return scope === 'stdout' ? [output] : [commands, output];
}
