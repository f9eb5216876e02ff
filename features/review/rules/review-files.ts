import { FILE_TEXTS, SCREEN_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';
import type { ReviewedKind } from '../contract/pull-diffs.ts';
import type { ChangedPart } from '../contract/pull-requests.ts';

/** The order of a screen's files under review: as learners and then authors meet them. */
const SCREEN_FILES: readonly string[] = [
  { file: 'questions.yaml', reviewAt: 40 },
  ...FILE_TEXTS.map((field) => SCREEN_TEXTS[field]),
  // Its title is above its files, and the rest is seldom read.
  { file: 'screen.yaml', reviewAt: 1_000 },
  { file: 'tests/', reviewAt: Infinity },
]
  .toSorted((a, b) => a.reviewAt - b.reviewAt)
  .map(({ file }) => file);

/** The order of a lesson's other files; the last one stands for files that the product doesn't know. */
const LESSON_FILES: readonly string[] = ['lesson.yaml', 'packages.yaml', 'datasets.yaml', 'preflight.yaml', 'images/', 'files/', ''];

const PARTS: Readonly<Record<string, ChangedPart>> = {
  'lesson.yaml': 'settings',
  'packages.yaml': 'packages',
  'datasets.yaml': 'datasets',
  'preflight.yaml': 'settings',
  'images/': 'images',
  'files/': 'files',
  '': 'other',
};

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
const CODE = /\.(?:py|r|sql|sh|js|ts|json|toml|cfg|ini|css|html)$/i;

/** What a file in the content repository is. `path` is relative to the repository or to a lesson's folder. */
export function reviewedKind(path: string): ReviewedKind {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/(?:^|\/)\.generated\//.test(path) || name === 'packages.lock') return 'generated';
  if (name === 'questions.yaml') return 'questions';
  if (/\.ya?ml$/i.test(name)) return 'settings';
  if (name.endsWith('.md')) return 'text';
  if (IMAGE.test(name)) return 'image';
  return CODE.test(name) || /(?:^|\/)(?:code|tests)\//.test(path) ? 'code' : 'other';
}

/** The folder of the screen that a file of a lesson belongs to; null: none. `path` is relative to the lesson's folder. */
export function screenOfFile(path: string): string | null {
  return /^(?:screens|\.generated)\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** A screen's text in a lesson's folder. */
export interface ScreenText {
  readonly folder: string;
  readonly field: FileText;
}

/** The text of a screen that a file holds; null: another file. `path` is relative to the lesson's folder. */
export function screenTextOf(path: string): ScreenText | null {
  const [, folder, name] = /^screens\/([^/]+)\/(.+)$/.exec(path) ?? [];
  const field = name === undefined ? undefined : FILE_TEXTS.find((each) => matches(SCREEN_TEXTS[each].file, name));
  return folder === undefined || field === undefined ? null : { folder, field };
}

/** Whether changes of a file can be suggested: a screen holds it, and a person writes it. `path` is relative to the lesson's folder. */
export function canSuggest(path: string): boolean {
  return screenTextOf(path) !== null || /^screens\/[^/]+\/(?:questions\.yaml|tests\/[^/]+\/[^/]+)$/.test(path);
}

/** `pattern` ends with `.*` (any extension), with `/` (a folder) or is a whole name. */
function matches(pattern: string, name: string): boolean {
  if (pattern === '' || pattern.endsWith('/')) return name.startsWith(pattern);
  return pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) && !name.includes('/', pattern.length - 1) : name === pattern;
}

function positionIn(patterns: readonly string[], name: string): number {
  const at = patterns.findIndex((pattern) => matches(pattern, name));
  return at < 0 ? patterns.length : at;
}

/** The areas of a lesson that these files belong to, apart from screens and generated files. Paths are relative to its folder. */
export function changedParts(paths: readonly string[]): ChangedPart[] {
  const own = paths.filter((path) => screenOfFile(path) === null && reviewedKind(path) !== 'generated');
  return LESSON_FILES.filter((_, at) => own.some((path) => positionIn(LESSON_FILES, path) === at)).map((file) => PARTS[file] ?? 'other');
}

/**
 * The order of screens under review: that of `after`, with each deleted one after the screen that it followed.
 * @param before Folders of the screens on main, in order.
 * @param after Folders of the screens on the branch, in order.
 */
export function screenOrder(before: readonly string[], after: readonly string[]): string[] {
  const order = [...after];
  before.forEach((folder, index) => {
    if (order.includes(folder)) return;
    const follows = before[index - 1];
    order.splice(follows === undefined ? 0 : order.indexOf(follows) + 1, 0, folder);
  });
  return order;
}

/**
 * Files of one lesson in the order of the lesson: screens by number, each with its texts before its code, then the other files,
 * then generated ones. Paths are relative to the lesson's folder.
 */
export function orderForReview<F>(files: readonly F[], pathOf: (file: F) => string, screens: readonly string[]): F[] {
  const keyOf = (path: string): readonly [number, number, number] => {
    const screen = screenOfFile(path);
    const at = screen === null ? -1 : screens.indexOf(screen);
    const position = at < 0 ? screens.length : at;
    if (reviewedKind(path) === 'generated') return [2, screen === null ? -1 : position, 0];
    if (screen === null) return [1, positionIn(LESSON_FILES, path), 0];
    return [0, position, positionIn(SCREEN_FILES, path.slice(`screens/${screen}/`.length))];
  };
  return files
    .map((file) => ({ file, path: pathOf(file), key: keyOf(pathOf(file)) }))
    .toSorted(
      (a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.key[2] - b.key[2] || (a.path < b.path ? -1 : Number(a.path > b.path)),
    )
    .map(({ file }) => file);
}
