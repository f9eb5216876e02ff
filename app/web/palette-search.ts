import type { CourseSummary } from '#features/curricula/contract/courses.ts';
import type { PathSummary } from '#features/curricula/contract/paths.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { FoundScreen, ListedScreen } from '#features/screens/contract/screens.ts';
import type { Command } from '#platform/web/commands.ts';

const LONGEST_LIST = 8;
const GROUPS: readonly Command['group'][] = ['Actions', 'Go to', 'Settings'];

interface Sources {
  commands: readonly Command[];
  lessons: readonly LessonRow[];
  courses: readonly CourseSummary[];
  paths: readonly PathSummary[];
  screens: readonly ListedScreen[];
  /** Screens of other lessons, as the server found them for a query that may be a few keys behind. */
  elsewhere: readonly FoundScreen[];
}

export interface PaletteFound {
  commands: [Command['group'], Command[]][];
  lessons: LessonRow[];
  courses: CourseSummary[];
  paths: PathSummary[];
  screens: ListedScreen[];
  elsewhere: FoundScreen[];
  isEmpty: boolean;
}

/** Finds entries that match every search word, each list cut to what the palette shows. Without words: the commands and screens. */
export function findInPalette(query: string, sources: Sources): PaletteFound {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const enabled = sources.commands.filter(
    (command) => command.enabled !== false && holds(`${command.group} ${command.label} ${command.keywords ?? ''}`),
  );
  const commands = GROUPS.map((group): [Command['group'], Command[]] => [
    group,
    enabled.filter((command) => command.group === group),
  ]).filter(([, entries]) => entries.length > 0);
  const screens = sources.screens.filter((screen) => holds(`screen ${screen.sequence} ${screen.title}`)).slice(0, LONGEST_LIST);
  const lessons = words.length === 0 ? [] : firstLessons(sources.lessons, holds);
  const named = <T extends CourseSummary | PathSummary>(kind: string, rows: readonly T[]) =>
    words.length === 0 ? [] : rows.filter((row) => holds(`${kind} ${row.sequence} ${row.name} ${row.release_name}`)).slice(0, LONGEST_LIST);
  const courses = named('course', sources.courses);
  const paths = named('path', sources.paths);
  const elsewhere = words.length === 0 ? [] : sources.elsewhere.filter((screen) => holds(screen.title));
  const found = { commands, lessons, courses, paths, screens, elsewhere };
  return { ...found, isEmpty: Object.values(found).every((list) => list.length === 0) };
}

/** Prefers the latest versions and the user's own drafts. */
function firstLessons(lessons: readonly LessonRow[], holds: (text: string) => boolean): LessonRow[] {
  const latest: LessonRow[] = [];
  const older: LessonRow[] = [];
  for (const lesson of lessons) {
    if (!holds(`lesson ${lesson.sequence} ${lesson.title} ${lesson.release_name}`)) continue;
    (lesson.is_latest || lesson.is_own_drafts ? latest : older).push(lesson);
    if (latest.length === LONGEST_LIST) break;
  }
  return [...latest, ...older].slice(0, LONGEST_LIST);
}
