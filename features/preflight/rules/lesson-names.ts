import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { contentKey } from '#platform/content/lesson-link.ts';

/** What others can refer to in a lesson. */
export function namesIn(lesson: LessonContent): { folders: string[]; images: string[]; files: string[]; screens: string[] } {
  return {
    screens: lesson.screens.map(({ uuid }) => contentKey(uuid)),
    folders: lesson.screens.map(({ folder }) => folder),
    images: lesson.images.map(({ file_name }) => file_name),
    files: lesson.data_files.map(({ file_name }) => file_name),
  };
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a list has a name. Lists of a lesson are asked for many names. */
function has(list: readonly string[], name: string): boolean {
  const names = sets.get(list) ?? new Set(list);
  sets.set(list, names);
  return names.has(name);
}

/** Whether a path in a lesson's folder exists. */
export function existsInLesson(
  path: string,
  { folders, images, files }: { folders: readonly string[]; images: readonly string[]; files: readonly string[] },
): boolean {
  const [root = '', name = '', ...rest] = path.split('/');
  if (path === '' || path === 'lesson.yaml') return true;
  if (root === 'screens') return name === '' || (has(folders, name) && (rest.length === 0 || rest.length === 1));
  if (root === 'images') return rest.length === 0 && (name === '' || has(images, name));
  if (root === 'files') return name === '' || has(files, [name, ...rest].join('/'));
  return false;
}
