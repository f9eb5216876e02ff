/** The command `check`. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LinkState } from '#features/preflight/contract/preflight-links.ts';
import {
  checkRepository,
  linkFindings,
  type CheckedLesson,
  type Repository,
  type RepositoryFinding,
} from '#features/preflight/rules/check-repository.ts';
import { isWithoutHost, openDictionary, requestEach } from '#features/preflight/server/index.ts';
import { CommandRefused, type Call, type ExitCode } from '../command.ts';
import { findClone, listFolders, readFolders, select, type Selection } from '../content-folders.ts';
import { readStyle, writeReport } from '../report.ts';
import { runLessons, type RunLesson, type RunReport } from '../runs/run-screens.ts';
import { NOTHING_RAN, withPlace } from '../runs/with-place.ts';

export async function checkClone(call: Call): Promise<ExitCode> {
  const style = readStyle(call);
  const root = await findClone(call.folder);
  const repository = await readSelected(root, await chosenBy(call, root));
  const check = async (run: (lessons: readonly RunLesson[]) => Promise<RunReport>) => {
    const { findings, lessons } = checkRepository(repository, (await openDictionary()).check);
    const ofLinks = call.options['links'] === true ? await checkLinks(lessons, call) : [];
    const runs = await run(lessons);
    const all = [...findings, ...ofLinks, ...runs.findings];
    return writeReport({ lessons: lessons.length, findings: all, notRun: runs.notRun }, style, call);
  };
  if (call.options['no-run'] === true || !hasCode(repository)) return check(() => Promise.resolve(NOTHING_RAN));
  return withPlace(root, call, (withCode) => check((lessons) => withCode(lessons, (place, own) => runLessons(place, own, call))));
}

/** Whether it looks as if there was code to run. */
function hasCode({ lessons }: Repository): boolean {
  return [...lessons.values()].some((files) => [...files.keys()].some((path) => /^screens\/[^/]+\/(?:code|tests)\//.test(path)));
}

/** The folders that paths name, or --changed. */
export async function chosenBy({ args, options, folder, signal }: Call, root: string): Promise<Selection> {
  const all = await listFolders(root);
  if (options['changed'] !== true) return select(root, all, args, folder);
  if (args.length > 0) throw new CommandRefused('Use either paths or --changed.');
  const changed = (await changedFiles(root, signal)).map((path) => path.split('/').slice(0, 2));
  const isChanged = (kind: string) => (name: string) => changed.some(([top, own]) => top === kind && own === name);
  return {
    lessons: all.lessons.filter(isChanged('lessons')),
    courses: all.courses.filter(isChanged('courses')),
    paths: all.paths.filter(isChanged('paths')),
  };
}

/** Files that differ from the last commit, and files that git doesn't know yet. */
async function changedFiles(root: string, signal: AbortSignal): Promise<string[]> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: root, signal, maxBuffer: 64 * 1024 * 1024 });
    return stdout.split('\0').filter((path) => path !== '');
  };
  try {
    const differing = await git('diff', '--name-only', '--relative', '--no-renames', '-z', 'HEAD');
    return [...differing, ...(await git('ls-files', '--others', '--exclude-standard', '-z'))];
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandRefused(`--changed needs a git repository with a commit: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The chosen folders, and of all other lessons as much as references to them need. */
export async function readSelected(root: string, { lessons, courses, paths }: Selection): Promise<Repository> {
  const chosen = new Set(lessons);
  const others = (await listFolders(root)).lessons.filter((name) => !chosen.has(name));
  return {
    lessons: await readFolders(root, 'lessons', lessons),
    courses: await readFolders(root, 'courses', courses),
    paths: await readFolders(root, 'paths', paths),
    otherLessons: await readFolders(root, 'lessons', others, ['lesson.yaml', 'preflight.yaml']),
  };
}

async function checkLinks(lessons: readonly CheckedLesson[], { output, signal }: Call): Promise<RepositoryFinding[]> {
  const states = new Map<string, LinkState>();
  const urls = new Set(lessons.flatMap(({ report }) => report.links.map(({ url }) => url)));
  const progress = (doing: string) => void (output.isTerminal && output.note(doing));
  const onState = (url: string, state: LinkState) => Promise.resolve(void states.set(url, state));
  await requestEach([...urls], onState, { signal, progress });
  // Where no name at all leads anywhere, it is this machine that is cut off.
  const isCutOff = [...states.values()].every((state) => isWithoutHost(state) || state.reason === 'unreachable');
  const cutOff: LinkState = { state: 'unsure', status: null, target: null, reason: 'unreachable' };
  return linkFindings(lessons, isCutOff ? new Map([...states.keys()].map((url) => [url, cutOff])) : states);
}
