import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { screenOfFile, screenTextOf } from '../rules/review-files.ts';

const SCREEN_FILES: Readonly<Record<string, string>> = { 'screen.yaml': 'Settings', 'questions.yaml': 'Questions' };
const LESSON_FILES: Readonly<Record<string, string>> = {
  'lesson.yaml': 'Lesson settings',
  'packages.yaml': 'Packages',
  'datasets.yaml': 'Datasets',
  'packages.lock': 'Locked packages',
};

/** What authors call a file of a lesson; null: it has no other name than its own. `path` is relative to the lesson's folder. */
export function fileLabel(path: string): string | null {
  const text = screenTextOf(path);
  if (text) return SCREEN_FIELD_LABELS[text.field];
  const screen = path.startsWith('screens/') ? screenOfFile(path) : null;
  if (screen === null) return LESSON_FILES[path] ?? null;
  const name = path.slice(`screens/${screen}/`.length);
  const test = /^tests\/([^/]+)\//.exec(name)?.[1];
  return test === undefined ? (SCREEN_FILES[name] ?? null) : `Test ${test}`;
}
