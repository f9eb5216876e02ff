import { type Call, CommandRefused, EXIT, type ExitCode } from '../command.ts';
import { yamlMistakes } from '../yaml-mistakes.ts';
import { Clone } from './clone.ts';
import { readChangedYaml } from './read-tree.ts';
import { type ReleaseBranch, releaseBranch } from './release-branch.ts';
import { pushRelease } from './remote.ts';
import { type ChangedFile, changedFiles, changedPaths, contentFolder, contentTree, isContentFile } from './work-tree.ts';

/** The command `push`. */
export async function pushChanges(call: Call): Promise<ExitCode> {
  const { options, output } = call;
  const clone = await Clone.find(call);
  const branch = await releaseBranch(clone);
  const all = await changedFiles(clone);
  const files = all.filter(({ path }) => isContentFile(path));
  for (const { path } of all)
    if (!isContentFile(path)) output.note(`Left out, because it is not part of a lesson, course or path: ${path}`);
  const tree = await contentTree(clone, branch.head, all);
  const changed = await changedPaths(clone, branch.head, tree);
  const known = await clone.commitOf(branch.tracking);
  if (changed.length === 0 && known === branch.head) {
    output.print('Nothing to push.');
    return EXIT.done;
  }
  await requireReadable(clone, branch.head, tree);
  const given = typeof options['message'] === 'string' ? options['message'].trim() : '';
  const message = given === '' ? messageFor(changed) : given;
  // The branch moves once the server has it: after a refusal, everything is as it was.
  const commit = changed.length === 0 ? branch.head : await clone.text(['commit-tree', '-p', branch.head, '-m', message, tree]);
  output.note(`Pushing to ${branch.name}.`);
  await pushRelease(clone, branch, commit);
  if (commit !== branch.head) await moveTo(clone, branch, commit, files);
  const pushed = known === null ? changed : await changedPaths(clone, known, commit);
  for (const path of pushed) output.print(path);
  output.print(pushed.length === 1 ? 'Pushed 1 file.' : `Pushed ${pushed.length} files.`);
  return EXIT.done;
}

async function moveTo(clone: Clone, { ref, head }: ReleaseBranch, commit: string, files: readonly ChangedFile[]): Promise<void> {
  await clone.finish(['update-ref', '-m', 'lessonwright push', ref, commit, head]);
  const input = files.map(({ path }) => `${path}\0`).join('');
  await clone.finish(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul', commit], { input });
}

/** The server can't merge a lesson with a file that it can't read. @throws CommandRefused that names each file and its line. */
async function requireReadable(clone: Clone, head: string, tree: string): Promise<void> {
  const changed = await readChangedYaml(clone, head, tree);
  const files = new Map([...changed].map(([path, { bytes }]) => [path, bytes]));
  const lines = yamlMistakes(files).map(({ path, line, message }) => `  ${path}:${line}: ${message}`);
  if (lines.length > 0)
    throw new CommandRefused(['Nothing was pushed, because the server couldn’t read these files:', ...lines].join('\n'));
}

/** A message that names what was changed. */
function messageFor(paths: readonly string[]): string {
  const folders = [...new Set(paths.flatMap((path) => contentFolder(path) ?? []))];
  const [first = 'files', ...others] = folders.map((folder) => folder.slice(folder.indexOf('/') + 1));
  return others.length === 0 ? `Edit ${first}` : `Edit ${first} and ${others.length} more`;
}
