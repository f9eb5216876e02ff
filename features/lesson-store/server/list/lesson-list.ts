import type { Db } from '#platform/server/database/database.ts';
import { readListChanges, type ListedLesson, type ListedRelease, type ListMark } from './changes.ts';
import { ListState } from './list-state.ts';

/**
 * The lessons list in memory. Every read asks the database for changes since the last one, so the list is as accurate
 * as a full query, with several servers too: each has its own.
 */
export class LessonList {
  readonly #db: Db;
  readonly #lessons = new Map<number, ListedLesson>();
  /** The hashes of what main has or had. */
  readonly #published = new Set<string>();
  #mark: ListMark | null = null;
  #state = new ListState([], [], new Set());
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ListState> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Returns a list that contains everything committed before the call. */
  read(): Promise<ListState> {
    // A running query may have begun before this caller's save. Waiting callers share the next one.
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const reading = this.#refresh();
      this.#running = reading.catch(() => undefined);
      return reading;
    });
    return this.#next;
  }

  async #refresh(): Promise<ListState> {
    const { mark, count, releases, changed, deleted, published } = await readListChanges(this.#db, this.#mark);
    const isWhole = this.#mark?.server !== mark.server;
    if (isWhole) {
      this.#lessons.clear();
      this.#published.clear();
    }
    let isOther = isWhole || !areSame(releases, this.#state.releases);
    for (const lesson of changed) {
      if (this.#lessons.get(lesson.id)?.written_in === lesson.written_in) continue;
      this.#lessons.set(lesson.id, lesson);
      isOther = true;
    }
    for (const hash of published) {
      if (this.#published.has(hash)) continue;
      this.#published.add(hash);
      isOther = true;
    }
    for (const id of deleted) if (this.#lessons.delete(id)) isOther = true;
    this.#mark = mark;
    if (this.#lessons.size !== count && !isWhole) {
      // Rows were permanently removed, which leaves no trace to find.
      this.#mark = null;
      return this.#refresh();
    }
    if (isOther) this.#state = new ListState([...this.#lessons.values()], releases, this.#published);
    return this.#state;
  }
}

function areSame(some: readonly ListedRelease[], others: readonly ListedRelease[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
