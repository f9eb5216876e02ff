import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Files, LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { environmentOf } from '#features/environments/server/index.ts';
import { nameInCode } from '#features/lesson-files/server/index.ts';
import { detectImage } from '#features/lessons/rules/image-size.ts';
import { readText } from '#features/lessons/server/index.ts';
import { buildLesson, type Builds, imageType, type LessonToBuild } from '#features/publishing/server/index.ts';
import { AppError, refused } from '#platform/server/errors.ts';
import { CommandRefused } from '../command.ts';
import { readFolders } from '../content-folders.ts';
import type { ClonedFiles } from '../runs/lesson-inputs.ts';
import { yamlMistakes } from '../yaml-mistakes.ts';

type OpenBuild = Awaited<ReturnType<Builds['open']>>;

/** A folder as it was read: what learners see of it, or why they can't see it. */
interface Draft {
  readonly lesson: LessonContent;
  readonly build: OpenBuild | { readonly problem: string };
  /** What is wrong with it besides, one line each. */
  readonly notes: readonly string[];
}

interface DraftOptions {
  readonly files: ClonedFiles;
  readonly videoHosts: readonly string[];
}

/** Long enough that it can’t be guessed. */
const TOKEN_BYTES = 16;
/** How often a folder is read that changes meanwhile. */
const TRIES = 5;

/** A build that is the folder of a lesson as it is now. */
export class DraftBuilds implements Builds {
  /** The only one that opens something: other people of this machine reach the port too. */
  readonly token = randomBytes(TOKEN_BYTES).toString('base64url');
  readonly #folder: string;
  readonly #options: DraftOptions;
  /** Hashes of images and data files, by path, size and time. */
  readonly #hashes = new Map<string, string>();
  #current: Promise<Draft>;

  /** @param folder of the lesson */
  constructor(folder: string, options: DraftOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#current = this.#readWhole();
  }

  /** Reads the folder again. */
  refresh(): Promise<Draft> {
    this.#current = this.#readWhole();
    return this.#current;
  }

  get current(): Promise<Draft> {
    return this.#current;
  }

  async open(token: string): Promise<OpenBuild> {
    if (token !== this.token)
      throw new AppError('not_found', 'This address opens no lesson. Open the one that lessonwright preview printed.');
    const { build } = await this.#current;
    if ('problem' in build) throw new AppError('not_found', build.problem);
    return build;
  }

  isOpen = (token: string) => Promise.resolve(token === this.token);
  show = () => Promise.resolve({ lesson: null, assessment: null });
  titleOf = () => Promise.resolve(null);
  report = () => Promise.reject(refused('A preview of a clone sends no reports.'));

  /** Editors write beside a file and rename: what was listed may be gone when it is read. */
  async #readWhole(triesLeft = TRIES): Promise<Draft> {
    try {
      return await this.#read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (triesLeft > 1) return this.#readWhole(triesLeft - 1);
      throw new CommandRefused(`${this.#folder} can’t be read any more. Was it renamed? Start the preview again.`);
    }
  }

  async #read(): Promise<Draft> {
    const files =
      (await readFolders(dirname(dirname(this.#folder)), 'lessons', [basename(this.#folder)])).get(basename(this.#folder)) ?? new Map();
    const { lesson, problems } = readLesson(files);
    const notes = problems.map(({ path, message }) => `${path}: ${message}`);
    const mistakes = yamlMistakes(files).map(({ path, line, message }) => `${path}:${line}: ${message}`);
    if (!files.has('lesson.yaml')) mistakes.push('lesson.yaml is missing.');
    if (mistakes.length > 0) return { lesson, build: { problem: mistakes.join('\n') }, notes: mistakes };
    const told: string[] = [];
    const { snapshot } = await buildLesson(
      await this.#toBuild(files, lesson),
      {
        videoHosts: this.#options.videoHosts,
        readText: (file) => readText(this.#options.files, file),
        answers: new Map(),
        isAnyway: true,
      },
      ({ level, text }) => {
        if (level !== 'info') told.push(text);
      },
      new AbortController().signal,
    );
    const now = new Date();
    const build: OpenBuild = {
      link: { id: 1, created_by: 0, expires_at: now },
      deploy: { lesson_id: 0, build_number: 0, started_at: now, finished_at: now },
      snapshot,
    };
    return { lesson, build, notes: [...notes, ...told] };
  }

  async #toBuild(files: Files, lesson: LessonContent): Promise<LessonToBuild> {
    const { sequence, fields, packages, packages_lock, datasets, accepted, screens } = lesson;
    const attached = { packages, packages_lock, datasets, accepted };
    const dataFiles: LessonToBuild['files'][number][] = [];
    for (const file of lesson.data_files.filter(({ file_name }) => files.has(`files/${file_name}`))) {
      const { show_in_editor, display_first, preview, lines, screens: folders } = file;
      const stored = await this.#store(join('files', file.file_name));
      dataFiles.push({ name: nameInCode(file), ...stored, show_in_editor, display_first, preview, lines, screens: folders });
    }
    const images: LessonToBuild['images'][number][] = [];
    for (const { file_name } of lesson.images) {
      const stored = await this.#store(join('images', file_name));
      images.push({ file_name, ...stored, type: imageType(file_name, detectImage(await this.#options.files.get(stored.sha256))) });
    }
    return {
      lesson: { sequence, fields, attached },
      screens: screens.map(({ uuid, folder, fields: texts, ...rest }, id) => ({ id, uuid, folder, fields: texts, attached: rest })),
      files: dataFiles,
      images,
      datasets: [],
      environment: environmentOf({ attached }),
      packages: null,
      missing: [],
    };
  }

  async #store(name: string): Promise<{ sha256: string; size: number }> {
    const path = join(this.#folder, name);
    const { size, mtimeMs } = await stat(path);
    const key = `${path}\0${size}\0${mtimeMs}`;
    const sha256 = this.#hashes.get(key) ?? (await this.#options.files.add(this.#folder, name));
    this.#hashes.set(key, sha256);
    return { sha256, size };
  }
}
