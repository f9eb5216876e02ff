import { sql } from 'kysely';
import type { FoundScreen } from '#features/screens/contract/screens.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LessonRow } from '../../contract/lessons.ts';
import { mayEdit } from '../../lessons.policy.ts';
import { readLessonList } from '../lessons.ts';

const FOUND_MAX = 8;
const RECENT_MAX = 5;
/** More matches than are returned, because some belong to older versions or to lessons that the reader may not see. */
const MATCHES_MAX = 500;

/** Finds screens whose title contains every word: those of the latest versions and of the reader's drafts first. */
export async function findScreens(platform: Pick<Platform, 'db'>, actor: Actor, query: string): Promise<FoundScreen[]> {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  // strpos instead of like: the words are text, not patterns.
  const holds = sql.join(
    words.map((word) => sql`strpos(lower(screens.fields ->> 'title'), ${word}) > 0`),
    sql` and `,
  );
  const { rows } = await sql<ScreenRow>`
    select screens.id, screens.lesson_id, screens.sequence, screens.fields ->> 'title' as title
    from screens join lessons on lessons.id = screens.lesson_id
    where screens.deleted_at is null and lessons.deleted_at is null and ${holds}
    order by lessons.updated_at desc, lessons.sequence, lessons.id, screens.sequence
    limit ${MATCHES_MAX}`.execute(platform.db);
  const found = await withLessons(platform, actor, rows);
  const isCurrent = ({ lesson }: (typeof found)[number]) => lesson.is_latest || lesson.is_own_drafts;
  return [...found.filter(isCurrent), ...found.filter((each) => !isCurrent(each))].slice(0, FOUND_MAX).map(toFound);
}

/**
 * The screens that the reader saved last and may still edit, newest first. A first revision is none that they wrote: the screen was
 * created, copied or cloned. Restoring a screen from the trash makes no revision either.
 */
export async function listRecentScreens(platform: Pick<Platform, 'db'>, actor: Actor): Promise<(FoundScreen & { saved_at: string })[]> {
  const { rows } = await sql<ScreenRow & { updated_at: Date }>`
    select screens.id, screens.lesson_id, screens.sequence, screens.fields ->> 'title' as title, screens.updated_at
    from screens join lessons on lessons.id = screens.lesson_id
      join revisions on revisions.screen_id = screens.id and revisions.revision = screens.revision and revisions.saved_by = ${actor.id}
    where screens.updated_by = ${actor.id} and screens.revision > 1 and screens.deleted_at is null and lessons.deleted_at is null
    order by screens.updated_at desc, screens.lesson_id, screens.sequence
    limit ${MATCHES_MAX}`.execute(platform.db);
  const found = (await withLessons(platform, actor, rows)).filter(({ lesson }) => mayEdit(actor, lesson));
  return found.slice(0, RECENT_MAX).map((each) => ({ ...toFound(each), saved_at: each.screen.updated_at.toISOString() }));
}

interface ScreenRow {
  id: number;
  lesson_id: number;
  sequence: number;
  title: string;
}

/** Screens with the rows of their lessons, without those that the reader may not see. */
async function withLessons<S extends ScreenRow>(platform: Pick<Platform, 'db'>, actor: Actor, screens: readonly S[]) {
  const lessons = new Map((await readLessonList(platform)).rowsFor(actor).map((row) => [row.id, row]));
  return screens.flatMap((screen) => {
    const lesson = lessons.get(screen.lesson_id);
    return lesson ? [{ screen, lesson }] : [];
  });
}

function toFound({ screen, lesson }: { screen: ScreenRow; lesson: LessonRow }): FoundScreen {
  return {
    id: screen.id,
    sequence: screen.sequence,
    title: screen.title,
    lesson_id: lesson.id,
    lesson_sequence: lesson.sequence,
    lesson_title: lesson.title,
    release_name: lesson.release_name,
  };
}
