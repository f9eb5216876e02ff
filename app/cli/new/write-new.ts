/** The command `new`. */

import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { Sequence } from '#features/content-model/rules/lesson-content.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import type { ContentRoot } from '#features/git/rules/content-roots.ts';
import { nextNumber } from '#features/lessons/rules/next-number.ts';
import { CommandRefused, EXIT, type Call, type ExitCode } from '../command.ts';
import { findClone, listFolders, readFolders } from '../content-folders.ts';
import { newContent, newCurriculum, newLesson, readLanguage, readTemplate } from './new-files.ts';

const KINDS = { lesson: 'lessons', course: 'courses', path: 'paths' } as const satisfies Record<string, ContentRoot>;

export async function writeNew(call: Call): Promise<ExitCode> {
  const [what, name = '', ...rest] = call.args;
  if (rest.length > 0) throw new CommandRefused(`Put a name of several words in quotation marks: "${[name, ...rest].join(' ')}"`);
  if (what === 'content') return writeContent(call, name);
  if (what !== 'lesson' && what !== 'course' && what !== 'path')
    throw new CommandRefused('Name what is new: lesson, course, path or content. See: lessonwright new --help');
  if (name.trim() === '') throw new CommandRefused(`Name the ${what}: lessonwright new ${what} "Its name"`);
  return writeFolder(call, what, name.trim());
}

async function writeFolder(call: Call, what: keyof typeof KINDS, name: string): Promise<ExitCode> {
  const { folder: here, options, output } = call;
  const root = await findClone(here);
  const kind = KINDS[what];
  const taken = await sequencesOf(root, kind);
  const sequence = readNumber(options['number']) ?? nextNumber(taken.map(({ sequence: number }) => ({ sequence: number })));
  if (sequence === null) throw new CommandRefused('There is no number after the highest. Choose one with --number.');
  const twin = taken.find((each) => each.sequence === sequence);
  if (twin) throw new CommandRefused(`${kind}/${twin.folder} has the number ${sequence}. Choose another one with --number.`);
  const { folder, files } =
    what === 'lesson'
      ? newLesson({
          sequence,
          title: name,
          author: typeof options['author'] === 'string' ? options['author'] : await gitUser(root),
          language: readLanguage(options['language']),
          template: readTemplate(options['template']),
        })
      : newCurriculum(what, sequence, name);
  await writeFiles(join(root, kind, folder), files);
  for (const path of files.keys()) output.print(relative(here, join(root, kind, folder, path)));
  if (what === 'lesson') output.note(`See it with: lessonwright preview ${relative(here, join(root, kind, folder))}`);
  return EXIT.done;
}

async function writeContent({ folder: here, output }: Call, name: string): Promise<ExitCode> {
  const target = resolve(here, name);
  const present = (await readdir(target).catch(() => [])).filter((each) => each !== '.git');
  if (present.length > 0) throw new CommandRefused(`${target} isn’t empty. Name a new folder: lessonwright new content <folder>`);
  const files = newContent();
  await mkdir(join(target, 'lessons'), { recursive: true });
  await writeFiles(target, files, { mayExist: true });
  for (const path of files.keys()) output.print(relative(here, join(target, path)));
  output.note(`Write its first lesson in ${target} with: lessonwright new lesson "Its name"`);
  return EXIT.done;
}

/** @throws CommandRefused for a folder that exists. Nothing is written then. */
async function writeFiles(folder: string, files: Files, { mayExist = false } = {}): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { recursive: mayExist }).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new CommandRefused(`${folder} exists. Nothing was written.`) : error;
  });
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
}

/** The numbers that are taken. Files that can't be read take none. */
async function sequencesOf(root: string, kind: ContentRoot): Promise<{ folder: string; sequence: number }[]> {
  const names = (await listFolders(root))[kind];
  const yaml = { lessons: 'lesson.yaml', courses: 'course.yaml', paths: 'path.yaml' }[kind];
  const read = { lessons: (files: Files) => readLesson(files).lesson, courses: contentOf(COURSE_FORMAT), paths: contentOf(PATH_FORMAT) }[
    kind
  ];
  return [...(await readFolders(root, kind, names, [yaml]))].map(([folder, files]) => ({ folder, sequence: read(files).sequence }));
}

const contentOf = (format: { read: (files: Files) => { content: { sequence: number } } }) => (files: Files) => format.read(files).content;

function readNumber(given: string | boolean | undefined): number | null {
  if (given === undefined) return null;
  const number = Sequence.safeParse(/^\d+$/.test(String(given)) ? Number(given) : null);
  if (!number.success) throw new CommandRefused(`--number must be a whole number, not “${given}”.`);
  return number.data;
}

/** The name that git writes into commits; empty without one. */
async function gitUser(root: string): Promise<string> {
  return promisify(execFile)('git', ['config', 'user.name'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}
