import { decodeUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, YamlError } from '#platform/content/yaml/document.ts';
import { Clone } from '../clone/clone.ts';
import { readFiles } from '../clone/read-tree.ts';
import { type ReleaseBranch, releaseBranch } from '../clone/release-branch.ts';
import { pushRelease } from '../clone/remote.ts';
import { type ChangedFile, changedFiles, changedPaths, contentFolder, contentTree, isContentFile } from '../clone/work-tree.ts';
import { type Call, type Command, CommandRefused, EXIT, type ExitCode } from '../command.ts';

export const push: Command = {
  usage: '',
  help: 'Commits the changed files of lessons, courses and paths, and pushes them to the release.',
  options: { message: { type: 'string', short: 'm' } },
  optionHelp: { message: 'The message of the commit.' },
  run: async (call) => {
    const clone = await Clone.find(call);
    return pushChanges(call, clone, await releaseBranch(clone));
  },
};

async function pushChanges({ options, output }: Call, clone: Clone, branch: ReleaseBranch): Promise<ExitCode> {
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
  await requireYaml(clone, tree, changed);
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
  await clone.git(['update-ref', '-m', 'lessonwright push', ref, commit, head]);
  const input = files.map(({ path }) => `${path}\0`).join('');
  await clone.git(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul', commit], { input });
}

/** The server can't merge a lesson whose YAML it can't read. @throws CommandRefused that names each file and its line. */
async function requireYaml(clone: Clone, tree: string, changed: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const path of changed.filter((each) => each.endsWith('.yaml'))) {
    const bytes = (await readFiles(clone, tree, path)).get(path)?.bytes;
    const problem = bytes && yamlProblem(bytes);
    if (problem) problems.push(`  ${path}: ${problem}`);
  }
  if (problems.length > 0)
    throw new CommandRefused(['Nothing was pushed, because the server couldn’t read these files:', ...problems].join('\n'));
}

function yamlProblem(bytes: Uint8Array): string | null {
  try {
    parseYaml(decodeUtf8(bytes));
    return null;
  } catch (error) {
    if (error instanceof YamlError) return error.message;
    throw error;
  }
}

/** A message that names what was changed. */
export function messageFor(paths: readonly string[]): string {
  const folders = [...new Set(paths.flatMap((path) => contentFolder(path) ?? []))];
  const [first = 'files', ...others] = folders.map((folder) => folder.slice(folder.indexOf('/') + 1));
  return others.length === 0 ? `Edit ${first}` : `Edit ${first} and ${others.length} more`;
}
