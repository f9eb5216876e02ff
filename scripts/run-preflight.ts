import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { checkRepository } from '#features/preflight/rules/check-repository.ts';
import { reportText } from '#features/preflight/rules/report-text.ts';
import { LESSONS_FOLDER } from '#features/preflight/rules/repository-path.ts';
import { toSarif } from '#features/preflight/rules/sarif.ts';
import { openDictionary } from '#features/preflight/server/spelling/dictionary.ts';

const USAGE = `npm run preflight -- --folder PATH [--format text|sarif|json] [--output FILE]

Checks the lessons of a checked-out content repository, or of an unpacked export, without running code.

  --folder   the root of the repository: the folder that contains "lessons"
  --format   text (the default), sarif or json
  --output   a file for the result, instead of the terminal
  --help     shows this text

Ends with 0 if there are no errors, 1 if there are, and 2 if the folder can't be checked.`;

const FORMATS = ['text', 'sarif', 'json'] as const;
const EXIT = { clean: 0, errors: 1, failed: 2 } as const;

/** Why the command couldn't run. */
class CannotRun extends Error {}

/** What the command prints and ends with. */
export interface PreflightResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param from the folder of the caller, to which paths are relative */
export async function runPreflight(args: readonly string[], from: string): Promise<PreflightResult> {
  try {
    return { ...(await checkFolder(args, from)), stderr: '' };
  } catch (error) {
    const reason = error instanceof CannotRun ? error.message : `Preflight could not run: ${String(error)}`;
    return { code: EXIT.failed, stdout: '', stderr: `${reason}\n` };
  }
}

async function checkFolder(args: readonly string[], from: string): Promise<Omit<PreflightResult, 'stderr'>> {
  const given = readArguments(args, from);
  if (given === null) return { code: EXIT.clean, stdout: `${USAGE}\n` };
  const { folder, format, output } = given;
  const lessons = await readLessons(folder);
  const findings = checkRepository(lessons, (await openDictionary()).check);
  const text =
    format === 'text'
      ? reportText(findings, lessons.size)
      : `${JSON.stringify(format === 'sarif' ? toSarif(findings) : { lessons: lessons.size, findings }, null, 2)}\n`;
  if (output !== null) await writeFile(output, text);
  const hasErrors = findings.some(({ severity, accepted }) => severity === 'error' && accepted === null);
  return { code: hasErrors ? EXIT.errors : EXIT.clean, stdout: output === null ? text : '' };
}

/** Null: help was asked for. */
function readArguments(
  args: readonly string[],
  from: string,
): { folder: string; format: (typeof FORMATS)[number]; output: string | null } | null {
  let values: { folder?: string | undefined; format?: string | undefined; output?: string | undefined; help?: boolean | undefined };
  try {
    ({ values } = parseArgs({
      args,
      options: {
        folder: { type: 'string' },
        format: { type: 'string' },
        output: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    throw new CannotRun(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  if (values.help === true) return null;
  const format = FORMATS.find((each) => each === (values.format ?? 'text'));
  if (values.folder === undefined) throw new CannotRun(`Name the content repository with --folder.\n\n${USAGE}`);
  if (format === undefined) throw new CannotRun(`There is no format “${values.format}”: use ${FORMATS.join(', ')}.`);
  return {
    folder: resolve(from, values.folder),
    format,
    output: values.output === undefined ? null : resolve(from, values.output),
  };
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The files of each lesson. Links to elsewhere aren't followed, as git doesn't either. */
async function readLessons(root: string): Promise<Map<string, Files>> {
  const folder = join(root, LESSONS_FOLDER);
  if (!(await isFolder(root))) throw new CannotRun(`${root} is no folder.`);
  if (!(await isFolder(folder))) throw new CannotRun(`${root} has no folder “${LESSONS_FOLDER}”, so it isn't a content repository.`);
  const lessons = new Map<string, Files>();
  for (const entry of (await readdir(folder, { withFileTypes: true })).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (entry.isDirectory()) lessons.set(entry.name, await readFiles(join(folder, entry.name)));
  return lessons;
}

/** Images and data files count only by their names. */
const CONTENT_UNREAD = /^(?:images|files)\//;

async function readFiles(folder: string): Promise<Files> {
  const files = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    files.set(name, CONTENT_UNREAD.test(name) ? new Uint8Array() : new Uint8Array(await readFile(path)));
  }
  return files;
}
