import type { Db } from '#server/platform/database/database.ts';
import { readListChanges, type ListedLesson, type ListedRelease, type ListMark } from './changes.ts';
import { ListState } from './list-state.ts';

/**
 * The lessons list in memory. Every reading asks the database for what was written since the last one, so that it is as true as a query
 * of everything: for several servers too, each of which has a list of its own.
 */
export class LessonList {
  readonly #db: Db;
  readonly #lessons = new Map<number, ListedLesson>();
  #mark: ListMark | null = null;
  #state = new ListState([], []);
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<ListState> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The list as it is now, or a moment later: it has everything that was committed before the call. */
  read(): Promise<ListState> {
    // A query that runs already may have begun before a save of this caller. Those who wait for the next one share it.
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      const reading = this.#refresh();
      this.#running = reading.catch(() => undefined);
      return reading;
    });
    return this.#next;
  }

  async #refresh(): Promise<ListState> {
    const { mark, count, releases, changed, deleted } = await readListChanges(this.#db, this.#mark);
    const isWhole = this.#mark?.server !== mark.server;
    if (isWhole) this.#lessons.clear();
    let isOther = isWhole || !areSame(releases, this.#state.releases);
    for (const lesson of changed) {
      if (this.#lessons.get(lesson.id)?.written_in === lesson.written_in) continue;
      this.#lessons.set(lesson.id, lesson);
      isOther = true;
    }
    for (const id of deleted) if (this.#lessons.delete(id)) isOther = true;
    this.#mark = mark;
    if (this.#lessons.size !== count && !isWhole) {
      // Rows were removed, and left nothing to be found by.
      this.#mark = null;
      return this.#refresh();
    }
    if (isOther) this.#state = new ListState([...this.#lessons.values()], releases);
    return this.#state;
  }
}

function areSame(some: readonly ListedRelease[], others: readonly ListedRelease[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
