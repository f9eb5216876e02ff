import { CommandRefused } from '../command.ts';
import type { Clone } from './clone.ts';

/** The branch of a release in a clone. */
export interface ReleaseBranch {
  /** As a ref of the clone. */
  readonly ref: string;
  /** Where the last fetch or push left it, as a ref of the clone. */
  readonly tracking: string;
  /** Its name on the server. */
  readonly name: string;
  /** The commit that is checked out. */
  readonly head: string;
}

const HEADS = 'refs/heads/';
const ORIGIN = 'refs/remotes/origin/';

/** The branch that is checked out. @throws CommandRefused if none is, or a merge is unfinished. */
export async function releaseBranch(clone: Clone): Promise<ReleaseBranch> {
  const { stdout } = await clone.git(['symbolic-ref', '--quiet', 'HEAD'], { answers: [1] });
  const ref = stdout.toString().trim();
  if (!ref.startsWith(HEADS)) throw new CommandRefused('No branch is checked out. Check out the branch of a release with git switch.');
  if ((await clone.text(['ls-files', '--unmerged'])) !== '')
    throw new CommandRefused('A merge is not finished. Finish it with git commit, or end it with git merge --abort.');
  const head = await clone.commitOf('HEAD');
  if (head === null) throw new CommandRefused('The branch has no commit yet. Check out the branch of a release with git switch.');
  const upstream = await clone.text(['for-each-ref', '--format=%(upstream)', ref]);
  const name = upstream.startsWith(ORIGIN) ? upstream.slice(ORIGIN.length) : ref.slice(HEADS.length);
  return { ref, tracking: ORIGIN + name, name, head };
}
