import { packLessons } from '#contract/lesson-columns.ts';
import type { LessonRow } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import { SerializedJson } from '#server/platform/http/serialized-json.ts';
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

  constructor(lessons: readonly ListedLesson[], releases: readonly ListedRelease[]) {
    this.releases = releases;
    const ordered = lessons.toSorted(inOrder);
    this.#makers = ordered.map(({ created_by }) => created_by);
    this.#rows = toRows(ordered, new Map(releases.map((release) => [release.id, release])));
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

function inOrder(left: ListedLesson, right: ListedLesson): number {
  return left.sequence - right.sequence || right.updated - left.updated || right.id - left.id;
}

/** Converts lessons to rows in order: the first of each number, which was updated last, is the latest. */
function toRows(lessons: readonly ListedLesson[], releases: ReadonlyMap<number, ListedRelease>): LessonRow[] {
  const mainHashes = new Map<number, string>();
  for (const { sequence, release_id, content_hash } of lessons)
    if (releases.get(release_id)?.is_main) mainHashes.set(sequence, content_hash);
  return lessons.map((lesson, index) => {
    const release = releases.get(lesson.release_id);
    const isMain = release?.is_main === true;
    const isAsInMain = mainHashes.get(lesson.sequence) === lesson.content_hash;
    return {
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
      release_status: isMain ? 'Published' : isAsInMain ? 'Unmodified' : 'Modified',
      review_status: lesson.review_status,
      is_main: isMain,
      is_own_drafts: false,
      is_latest: lessons[index - 1]?.sequence !== lesson.sequence,
      is_shallow_import: lesson.is_shallow_import,
      last_updated: lesson.last_updated,
      revision: lesson.revision,
    };
  });
}
