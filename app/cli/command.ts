import type { ParseArgsOptionsConfig } from 'node:util';

/** How a command ended, as the exit code of the process. */
export const EXIT = {
  done: 0,
  /** The command worked and found something: a finding, a failed check, a proposal that doesn't pass. */
  found: 1,
  /** The command was called wrongly, or what it needs isn't there: nothing was changed. */
  refused: 2,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Where a command writes. Results go to standard output; what a person reads while waiting goes to standard error. */
export interface Output {
  /** A line of the result. */
  readonly print: (line: string) => void;
  /** A line about the work: progress, notes. */
  readonly note: (line: string) => void;
  /** Whether results go to a terminal. Colors, and lines that are written over, are for terminals alone. */
  readonly isTerminal: boolean;
}

/** What a command works with. */
export interface Call {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** The folder from which the command was called, absolute. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Aborted by Ctrl C: the command cleans up and ends. */
  readonly signal: AbortSignal;
}

/**
 * A command of `lessonwright`, such as `check`. The help of the program loads the files of all commands, so each imports what does its work
 * when it runs: `run: async (call) => (await import('../check/check-clone.ts')).checkClone(call)`.
 */
export interface Command {
  /**
   * Its arguments as the help shows them: required ones in angle brackets, optional ones in square brackets. What the first one can be has
   * bars between: `<lesson|course>`.
   */
  readonly usage: string;
  /** One sentence. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** One sentence for each option. */
  readonly optionHelp: Readonly<Record<string, string>>;
  /** The values of options that have only some. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** @throws CommandRefused, whose message ends the program with `EXIT.refused` */
  readonly run: (call: Call) => Promise<ExitCode>;
}

/** Says what happened, what was kept and what to do next. The program prints it and ends with `EXIT.refused`. */
export class CommandRefused extends Error {}
