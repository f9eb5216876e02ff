import type { LessonContent } from '#content/lesson-content.ts';

/** What others can refer to in a lesson. */
export function namesIn(lesson: LessonContent): { folders: string[]; images: string[]; files: string[] } {
  return {
    folders: lesson.screens.map(({ folder }) => folder),
    images: lesson.images.map(({ file_name }) => file_name),
    files: lesson.data_files.map(({ file_name }) => file_name),
  };
}

/** Whether a path in a lesson's folder exists. */
export function existsInLesson(
  path: string,
  { folders, images, files }: { folders: readonly string[]; images: readonly string[]; files: readonly string[] },
): boolean {
  const [root = '', name = '', ...rest] = path.split('/');
  if (path === '' || path === 'lesson.yaml') return true;
  if (root === 'screens') return name === '' || (folders.includes(name) && (rest.length === 0 || rest.length === 1));
  if (root === 'images') return rest.length === 0 && (name === '' || images.includes(name));
  if (root === 'files') return rest.length === 0 && (name === '' || files.includes(name));
  return false;
}
