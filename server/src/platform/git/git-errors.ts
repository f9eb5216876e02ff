/** Why a git command gave no result. */
export type GitFailure = 'failed' | 'timed-out' | 'aborted' | 'too-much-output' | 'not-installed';

/** A git command that did not do what it was asked. `message` names the subcommand and holds git's own words. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly failure: GitFailure;
  /** Exit code; null when git was stopped or never started. */
  readonly exitCode: number | null;
  /** What git wrote to stderr, cut to a bounded length. */
  readonly stderr: string;

  constructor(message: string, failure: GitFailure, exitCode: number | null = null, stderr = '') {
    super(message);
    this.failure = failure;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** The branch is not where the caller believed: read again and retry. */
export class HeadMovedError extends Error {
  override readonly name = 'HeadMovedError';
  readonly branch: string;

  constructor(branch: string) {
    super(`The branch ${branch} has moved on.`);
    this.branch = branch;
  }
}

/** A branch of this name, or one whose name is a folder of it, is there already. */
export class BranchExistsError extends Error {
  override readonly name = 'BranchExistsError';

  constructor(branch: string) {
    super(`A branch named ${branch} cannot be made: the name is taken.`);
  }
}

/** A content repository on another code host could not be begun with. The message is for whoever starts the product. */
export class FirstCloneError extends Error {
  override readonly name = 'FirstCloneError';
}

/** A name that must never reach git, because it means something else there. */
export class UnsafeNameError extends Error {
  override readonly name = 'UnsafeNameError';
}

/** The last `fatal:` or `error:` line of git's stderr, with any credentials in addresses taken out. */
export function gitWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /^(fatal|error|remote): /.test(line)) ?? lines.at(-1) ?? '';
  return telling.replace(/^(fatal|error): /, '').replace(/(\w+:\/\/)[^/@\s]+@/g, '$1');
}
