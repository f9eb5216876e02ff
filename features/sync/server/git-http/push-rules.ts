import { branchNameProblem } from '#features/git/server/index.ts';
import type { PushCommand } from './push-commands.ts';

const BRANCH = 'refs/heads/';

/** The branch of a ref; null if it is none. */
export function branchOf(ref: string): string | null {
  return ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : null;
}

/**
 * Why commands of a push are rejected, by ref; empty: all are accepted. Main only moves by merging, and a release's
 * branch can't be deleted while the release exists.
 *
 * @param releases Names of releases, by branch.
 */
export function pushProblems(
  commands: readonly PushCommand[],
  { mainBranch, releases }: { mainBranch: string; releases: ReadonlyMap<string, string> },
): Map<string, string> {
  const problems = new Map<string, string>();
  for (const { ref, after } of commands) {
    const problem = commandProblem(branchOf(ref), after, mainBranch, releases);
    if (problem !== null) problems.set(ref, problem);
  }
  return problems;
}

function commandProblem(
  branch: string | null,
  after: string | null,
  mainBranch: string,
  releases: ReadonlyMap<string, string>,
): string | null {
  if (branch === null) return 'only branches can be pushed';
  if (branch === mainBranch) return `${branch} only changes by merging: push another branch and open a pull request`;
  const release = releases.get(branch);
  if (after === null) return release === undefined ? null : `the release ${release} uses this branch: delete the release first`;
  return branchNameProblem(branch);
}
