import { type Call, CommandRefused, EXIT, type ExitCode } from '../command.ts';
import { Clone } from './clone.ts';
import { mergeTrees } from './merge-trees.ts';
import { type ReleaseBranch, releaseBranch } from './release-branch.ts';
import { fetchRelease } from './remote.ts';
import { changedFiles, changedPaths, isContentFile, treeWith } from './work-tree.ts';

/** Most conflicts that are listed. */
const LISTED_MAX = 20;

/** The command `pull`. */
export async function pullRelease(call: Call): Promise<ExitCode> {
  const clone = await Clone.find(call);
  const branch = await releaseBranch(clone);
  call.output.note(`Fetching ${branch.name}.`);
  return merge(call, clone, branch, await fetchRelease(clone, branch));
}

async function merge({ output }: Call, clone: Clone, branch: ReleaseBranch, theirs: string): Promise<ExitCode> {
  const { head } = branch;
  if (await clone.contains(head, theirs)) {
    output.print('Already up to date.');
    return EXIT.done;
  }
  const next = (await clone.contains(theirs, head)) ? theirs : await mergeCommit(clone, branch, theirs);
  const changed = await clone.withIndex('copy', async (index) => {
    // Other new files stay where they are: git refuses to write over them.
    const files = (await changedFiles(clone)).filter(({ path, isNew }) => !isNew || isContentFile(path));
    const mine = await treeWith(clone, files, index);
    const merged = requireMerged(await mergeTrees(clone, { base: head, mine, theirs: next }));
    const paths = await changedPaths(clone, mine, merged);
    // Writes only files that differ, and nothing at all if one was saved in the meantime.
    await clone.finish(['read-tree', '-m', '-u', mine, merged], { index });
    return paths;
  });
  await clone.finish(['update-ref', '-m', 'lessonwright pull', branch.ref, next, head]);
  await clone.finish(['read-tree', '-i', '-m', next]);
  await clone.finish(['update-index', '-q', '--refresh'], { answers: [1] });
  for (const path of changed) output.print(path);
  output.print(changed.length === 1 ? 'Changed 1 file.' : `Changed ${changed.length} files.`);
  return EXIT.done;
}

/** Merges commits that were not pushed yet. */
async function mergeCommit(clone: Clone, { head, name }: ReleaseBranch, theirs: string): Promise<string> {
  const base = await clone.text(['merge-base', head, theirs]);
  const tree = requireMerged(await mergeTrees(clone, { base, mine: head, theirs }));
  return clone.text(['commit-tree', '-p', head, '-p', theirs, '-m', `Merge ${name}`, tree]);
}

function requireMerged({ tree, conflicts }: Awaited<ReturnType<typeof mergeTrees>>): string {
  if (tree !== null) return tree;
  const more = conflicts.length > LISTED_MAX ? [`and ${conflicts.length - LISTED_MAX} more`] : [];
  throw new CommandRefused(
    [
      'You and others changed the same. Nothing in the clone was changed:',
      ...[...conflicts.slice(0, LISTED_MAX), ...more].map((each) => `  ${each}`),
      'Commit your changes and merge with git pull, or restore these files with git restore and pull again.',
    ].join('\n'),
  );
}
