/** Why a git command failed. */
export type GitFailure = 'failed' | 'timed-out' | 'aborted' | 'too-much-output' | 'not-installed';

/** A failed git command. `message` names the subcommand and contains git's own message. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly failure: GitFailure;
  /** Exit code; null if git was stopped or never started. */
  readonly exitCode: number | null;
  /** What git wrote to stderr, truncated. */
  readonly stderr: string;

  constructor(message: string, failure: GitFailure, exitCode: number | null = null, stderr = '') {
    super(message);
    this.failure = failure;
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** The branch is not where the caller expected: read it again and retry. */
export class HeadMovedError extends Error {
  override readonly name = 'HeadMovedError';
  readonly branch: string;

  constructor(branch: string) {
    super(`The branch ${branch} has moved.`);
    this.branch = branch;
  }
}

/** The branch name is taken, or a prefix of it is. */
export class BranchExistsError extends Error {
  override readonly name = 'BranchExistsError';

  constructor(branch: string) {
    super(`The branch ${branch} cannot be created: the name is taken.`);
  }
}

/** The first clone of an external code host failed. The message is for the operator. */
export class FirstCloneError extends Error {
  override readonly name = 'FirstCloneError';
}

/** Returns the last `fatal:` or `error:` line of git's stderr, without credentials in addresses. */
export function gitErrorLine(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /^(fatal|error|remote): /.test(line)) ?? lines.at(-1) ?? '';
  return telling.replace(/^(fatal|error): /, '').replace(/(\b\w+:\/\/)[^/@\s]+@/g, '$1');
}
