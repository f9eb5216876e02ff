/** What the runs of a lesson depend on, read from its files instead of the database. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { environmentOf } from '#features/environments/server/index.ts';
import { nameInCode } from '#features/lesson-files/server/index.ts';
import {
  contextOf,
  fingerprintsOf,
  hashIn,
  setupScriptOf,
  type LessonInputs,
  type RunContext,
  type RunServices,
} from '#features/runs/server/index.ts';
import { startCode } from '#features/screens/rules/start-code.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import type { ClonedLesson } from './code-places.ts';

/** The files of a clone by their hashes. */
export class ClonedFiles {
  readonly #paths = new Map<string, string>();

  /**
   * Adds a file of a folder. One that a symbolic link leads to doesn't count: it may be outside of the clone.
   * @throws an error with the code ENOENT
   */
  async add(folder: string, name: string): Promise<string> {
    const path = join(await realpath(folder), name);
    if (!isSafePath(name) || (await realpath(path)) !== path)
      throw Object.assign(new Error(`${name} is not in its folder.`), { code: 'ENOENT' });
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
    const sha256 = hash.digest('hex');
    this.#paths.set(sha256, path);
    return sha256;
  }

  get: RunServices['blobs']['get'] = async (sha256) => new Uint8Array(await readFile(this.#pathOf(sha256)));
  stream: RunServices['blobs']['stream'] = (sha256) => Promise.resolve(createReadStream(this.#pathOf(sha256)));

  #pathOf(sha256: string): string {
    const path = this.#paths.get(sha256);
    if (path === undefined) throw new Error('A run asks for a file that its lesson doesn’t have.');
    return path;
  }
}

/** A screen of a lesson as runs need it. */
export interface RunnableScreen {
  readonly content: ScreenContent;
  readonly context: RunContext;
  /** What learners begin with. */
  readonly start: string;
  readonly state: string;
}

/** The screens of a lesson. */
export async function readRunnable(root: string, { folder, lesson }: ClonedLesson, blobs: ClonedFiles): Promise<RunnableScreen[]> {
  const { fields, packages, packages_lock, datasets, accepted, screens } = lesson;
  if (fields.language === null) return [];
  const files: LessonInputs['files'][number][] = [];
  for (const file of lesson.data_files) {
    const sha256 = await blobs.add(join(root, 'lessons', folder, 'files'), file.file_name).catch(missing);
    if (sha256 !== null) files.push({ name: nameInCode(file), sha256, display_first: file.display_first, screens: file.screens });
  }
  const attached = { packages, packages_lock, datasets, accepted };
  const own = { id: 0, fields: { ...fields, language: fields.language }, attached };
  const stored = screens.map(toStored);
  const inputs = { lesson: own, screens: stored, files, datasetFiles: [], environment: environmentOf(own) };
  const fingerprints = fingerprintsOf(inputs, null);
  const textOf = async (sha256: string) => Buffer.from(await blobs.get(sha256)).toString('utf8');
  return Promise.all(
    screens.map(async (content): Promise<RunnableScreen> => {
      const screen = toStored(content);
      const setup = setupScriptOf(inputs, screen);
      const context = contextOf(inputs, screen, setup && (await textOf(setup.sha256)));
      const edited = context.files.find(({ name }) => name === context.edited);
      const start = edited ? await textOf(edited.sha256) : startCode(stored, screen);
      return { content, context, start, state: hashIn(fingerprints(screen)) };
    }),
  );
}

/** A screen in the form of the database. */
export function toStored({ uuid, folder, fields, ...attached }: ScreenContent) {
  return { uuid, folder, fields, attached };
}

/** A missing file is reported by the check of files. */
function missing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
