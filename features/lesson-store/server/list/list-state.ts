import { packLessons } from '#features/lessons/contract/lesson-columns.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { currentPlanning, type Planning } from '#features/planning/planning.policy.ts';
import { LATEST_RANKS, mainStateOf, releaseStatusOf, type MainState } from '#features/releases/main-state.policy.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { SerializedJson } from '#platform/server/http/serialized-json.ts';
import type { ListedLesson, ListedRelease } from './changes.ts';

/** The user who reads the rows. */
export type Reader = Pick<Actor, 'id' | 'role'>;

/** The lessons list at one point in time, for every reader. */
export class ListState {
  readonly releases: readonly ListedRelease[];
  /** In list order, as seen by readers without drafts among them. */
  readonly #rows: readonly LessonRow[];
  /** The creator of each row. */
  readonly #makers: readonly (number | null)[];
  /**
   * Cached replies in columns, by the reader's drafts releases. Replies in rows are five times as large, so only the
   * latest is cached.
   */
  readonly #columns = new Map<string, Promise<SerializedJson>>();
  #lastRows: { readonly drafts: string; readonly json: Promise<SerializedJson> } | null = null;

  /** @param published The hashes of what main has or had. */
  constructor(lessons: readonly ListedLesson[], releases: readonly ListedRelease[], published: ReadonlySet<string>) {
    this.releases = releases;
    const ordered = compareWithMain(lessons, new Map(releases.map((release) => [release.id, release])), published).toSorted(inOrder);
    this.#makers = ordered.map(({ lesson }) => lesson.created_by);
    this.#rows = toRows(ordered);
  }

  /** The rows that a reader may see. */
  rowsFor(reader: Reader): readonly LessonRow[] {
    const drafts = this.#draftsOf(reader);
    const rows =
      drafts.length === 0 ? this.#rows : this.#rows.map((row) => (drafts.includes(row.release_id) ? { ...row, is_own_drafts: true } : row));
    // External authors see the latest version of each number, and those that they created or have in their drafts, so
    // that another author's save doesn't hide their own unfinished version.
    if (reader.role !== 'external') return rows;
    return rows.filter((row, index) => row.is_latest || row.is_own_drafts || this.#makers[index] === reader.id);
  }

  /** {@link rowsFor}, serialized once for all readers who see the same rows. */
  rowsJson(reader: Reader): Promise<SerializedJson> {
    if (reader.role === 'external') return SerializedJson.of(this.rowsFor(reader));
    const drafts = this.#draftsOf(reader).join();
    if (this.#lastRows?.drafts !== drafts) this.#lastRows = { drafts, json: SerializedJson.of(this.rowsFor(reader)) };
    return this.#lastRows.json;
  }

  /** The same in columns. */
  columnsJson(reader: Reader): Promise<SerializedJson> {
    const write = (): Promise<SerializedJson> => SerializedJson.of(packLessons(this.rowsFor(reader)), { compress: true });
    if (reader.role === 'external') return write();
    const drafts = this.#draftsOf(reader).join();
    const json = this.#columns.get(drafts) ?? write();
    this.#columns.set(drafts, json);
    return json;
  }

  /** Ids of a reader's drafts releases that have lessons. */
  #draftsOf(reader: Reader): readonly number[] {
    const own = this.releases.filter(({ drafts_of }) => drafts_of === reader.id).map(({ id }) => id);
    return own.length === 0 ? own : own.filter((id) => this.#rows.some((row) => row.release_id === id));
  }
}

/** A version with what depends on others of its number. */
interface Compared {
  readonly lesson: ListedLesson;
  readonly release: ListedRelease | undefined;
  readonly state: MainState;
  readonly planning: Planning;
}

function compareWithMain(
  lessons: readonly ListedLesson[],
  releases: ReadonlyMap<number, ListedRelease>,
  published: ReadonlySet<string>,
): Compared[] {
  const mains = new Map<number, ListedLesson>();
  for (const lesson of lessons) if (releases.get(lesson.release_id)?.is_main) mains.set(lesson.sequence, lesson);
  return lessons.map((lesson) => {
    const release = releases.get(lesson.release_id);
    const { sequence, content_hash, base_hash } = lesson;
    const version = { is_main: release?.is_main === true, content_hash, base_hash };
    const main = mains.get(sequence) ?? null;
    const state = mainStateOf(version, main?.content_hash ?? null, published.has(content_hash));
    return { lesson, release, state, planning: currentPlanning(lesson, main) };
  });
}

/** By number, and the latest version of a number first. */
function inOrder(left: Compared, right: Compared): number {
  return (
    left.lesson.sequence - right.lesson.sequence ||
    LATEST_RANKS[left.state] - LATEST_RANKS[right.state] ||
    right.lesson.updated - left.lesson.updated ||
    right.lesson.id - left.lesson.id
  );
}

/** Converts versions in order to rows: the first of each number is the latest. */
function toRows(versions: readonly Compared[]): LessonRow[] {
  return versions.map(({ lesson, release, state, planning }, index) => ({
    id: lesson.id,
    sequence: lesson.sequence,
    type: lesson.type,
    is_assessment: lesson.type === 'assessment',
    title: lesson.title,
    author: lesson.author,
    language: lesson.language,
    has_runner: lesson.language !== null,
    release_id: lesson.release_id,
    release_name: release?.name ?? '',
    release_status: releaseStatusOf(state),
    main_state: state,
    review_status: lesson.review_status,
    is_main: release?.is_main === true,
    is_own_drafts: false,
    is_closed: release?.is_closed === true,
    is_latest: versions[index - 1]?.lesson.sequence !== lesson.sequence,
    is_shallow_import: lesson.is_shallow_import,
    last_updated: lesson.last_updated,
    revision: lesson.revision,
    ...planning,
  }));
}
