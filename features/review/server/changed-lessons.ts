import { lessonOutline, screenFolders, screenTitle } from '#features/documents/rules/lesson-outline.ts';
import { CONTENT_ROOTS } from '#features/git/rules/content-roots.ts';
import type { FileEntry } from '#features/git/server/index.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { ChangedLesson } from '../contract/pull-requests.ts';
import { changedParts, screenOfFile, screenOrder } from '../rules/review-files.ts';
import type { BranchComparison } from './branch-state.ts';
import { readYamlBytes } from './commit-files.ts';

type Git = Platform['git'];
type Compared = Pick<BranchComparison, 'base' | 'head'>;

/** Most files that are compared. */
const FILES_MAX = 100_000;
/** Lessons read at a time. */
const READ_AT_ONCE = 4;

/** What two commits say of the lessons that differ between them. */
interface ChangedLessons {
  readonly lessons: readonly Pick<ChangedLesson, 'folder' | 'files' | 'content' | 'parts' | 'change' | 'screens'>[];
  /** Changed files outside of lessons, courses and paths. */
  readonly other_files: number;
}

/** The lessons that differ between two commits. Read once: a page that is open asks again and again. */
export async function readChangedLessons(git: Git, { base, head }: Compared): Promise<ChangedLessons> {
  return git.cache.read('changed lessons', [base, head], async () => {
    const changed = await git.history.listChangedFiles({ before: base, after: head, place: {} });
    const paths = changed.slice(0, FILES_MAX).flatMap(({ path, from }) => (from === null ? [path] : [path, from]));
    const files = paths.map((path) => /^([^/]+)\/([^/]+)\/(.+)$/.exec(path) ?? []);
    const ofLessons = Map.groupBy(
      files.filter(([, root]) => root === 'lessons'),
      ([, , folder = '']) => folder,
    );
    const [before, after] = [await git.lessonTrees(base), await git.lessonTrees(head)];
    const lessons: ChangedLessons['lessons'][number][] = [];
    await inParallel([...ofLessons], READ_AT_ONCE, async ([folder, matches]) => {
      const below = matches.map(([, , , path = '']) => path);
      const trees = [before.get(folder) ?? null, after.get(folder) ?? null] as const;
      // By its trees: the next commit changes few of many lessons.
      const described = await git.cache.read(
        `changed lesson with ${below.length} files`,
        trees.map((tree) => tree ?? 'none'),
        () => describeLesson(git, trees, below),
      );
      lessons.push({ folder, files: below.length, content: trees[1], parts: changedParts(below), ...described });
    });
    return { lessons, other_files: files.filter(([, root]) => !CONTENT_ROOTS.some((each) => each === root)).length };
  });
}

/** The screens of a lesson on one side of a comparison. */
interface Side {
  readonly files: readonly FileEntry[];
  readonly screens: readonly string[];
  /** The language of its texts; null: not stated. */
  readonly language: string | null;
}

/** The screens of a lesson, given by its tree, in order; none for null. */
async function readScreens(git: Git, tree: string | null): Promise<Side> {
  const files = tree === null ? [] : await git.listFiles(tree, '');
  const present = [...new Set(files.flatMap(({ path }) => (path.startsWith('screens/') ? (screenOfFile(path) ?? []) : [])))];
  const outline = lessonOutline(await readYamlBytes(git, files, 'lesson.yaml'));
  return { files, screens: screenFolders(outline, present), language: outline.fields.text_language };
}

/** The screens of a lesson in a commit, in order. */
export async function readScreenFolders(git: Git, commit: string, folder: string): Promise<Side> {
  return readScreens(git, (await git.lessonTrees(commit)).get(folder) ?? null);
}

async function describeLesson(
  git: Git,
  trees: readonly [before: string | null, after: string | null],
  paths: readonly string[],
): Promise<Pick<ChangedLesson, 'change' | 'screens'>> {
  const [before, after] = [await readScreens(git, trees[0]), await readScreens(git, trees[1])];
  // Recorded output alone is no change that a reviewer reads.
  const changed = new Set(paths.flatMap((path) => (path.startsWith('screens/') ? (screenOfFile(path) ?? []) : [])));
  const screens = screenOrder(before.screens, after.screens).filter((screen) => changed.has(screen));
  return {
    change: changeBetween(before.files.length > 0, after.files.length > 0),
    screens: await Promise.all(
      screens.map(async (screen) => {
        const at = after.screens.indexOf(screen);
        const side = at < 0 ? before : after;
        return {
          folder: screen,
          number: at < 0 ? null : at + 1,
          title: screenTitle(await readYamlBytes(git, side.files, `screens/${screen}/screen.yaml`)),
          change: changeBetween(before.screens.includes(screen), at >= 0),
        };
      }),
    ),
  };
}

function changeBetween(wasThere: boolean, isThere: boolean): ChangedLesson['change'] {
  return isThere ? (wasThere ? 'changed' : 'added') : 'deleted';
}
