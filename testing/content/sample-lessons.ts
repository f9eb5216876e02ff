import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Files, LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';

const SAMPLE = fileURLToPath(new URL('../../app/server/sample-content', import.meta.url));

/** The files of a folder of the sample content. */
export function sampleFiles(folder: string): Files {
  const entries = readdirSync(`${SAMPLE}/${folder}`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = `${entry.parentPath}/${entry.name}`;
      return [path.slice(`${SAMPLE}/${folder}/`.length), new Uint8Array(readFileSync(path))];
    }),
  );
}

/** The folders of the sample content of one kind, such as `lessons/101-…`. */
export const sampleFolders = (kind: 'lessons' | 'courses' | 'paths'): string[] =>
  readdirSync(`${SAMPLE}/${kind}`).map((name) => `${kind}/${name}`);

/** The lessons of the sample content, with their folders. */
export function sampleLessons(): { folder: string; files: Files; lesson: LessonContent }[] {
  return sampleFolders('lessons').map((path) => {
    const files = sampleFiles(path);
    return { folder: path.slice('lessons/'.length), files, lesson: readLesson(files).lesson };
  });
}
