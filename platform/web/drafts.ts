import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval';
import type { Revision } from './revision.ts';
import { Store } from './store.ts';

/**
 * Unsaved edits, kept in this browser while the author types and offered again after a crash, a closed tab or a lost network. A draft
 * is written shortly after a key, and at once when the page is hidden. `page-drafts.ts` gives every page its own draft.
 */
export interface Draft<F extends object = Record<string, unknown>> {
  /** What the edits began from. */
  base_revision: Revision;
  /** The edited fields only. */
  fields: Partial<F>;
  /** When they were typed, in milliseconds since 1970. */
  at: number;
}

/** What is typed within this time can be lost in a crash of the browser. */
const WRITE_DELAY_MS = 300;

interface Waiting {
  read: () => Draft | null;
  /** Null while it is being written. */
  timer: ReturnType<typeof setTimeout> | null;
}

/** How many drafts this page has removed, for what shows which there are. */
class RemovedDrafts extends Store<number> {
  readonly count = (): void => this.show(this.state() + 1);
}
export const removedDrafts = new RemovedDrafts(0);

const waiting = new Map<string, Waiting>();
let store: UseStore | null = null;

function drafts(): UseStore {
  store ??= createStore('lessonwright', 'drafts');
  return store;
}

/** The name of one person's drafts of one thing: `draftKey(3, 'lesson', 12)`. */
export function draftKey(userId: number, kind: string, id: number): string {
  return `${userId}/${kind}/${id}`;
}

/** Writes a draft in a moment, as `read` returns it then; null removes it. Several calls in a row are one write. */
export function saveDraft<F extends object>(key: string, read: () => Draft<F> | null): void {
  const timer = waiting.get(key)?.timer ?? setTimeout(() => void write(key), WRITE_DELAY_MS);
  waiting.set(key, { read, timer });
}

/** The draft of this name, or null. A browser that refuses storage (private mode) has no drafts. */
export async function loadDraft<F extends object>(key: string): Promise<Draft<F> | null> {
  const unwritten = waiting.get(key);
  if (unwritten) return unwritten.read() as Draft<F> | null;
  return (await get<Draft<F>>(key, drafts()).catch(() => undefined)) ?? null;
}

/** The names of all drafts called `key`, or below it (`key/…`). */
export async function listDraftKeys(key: string): Promise<string[]> {
  const stored = await keys<string>(drafts()).catch(() => []);
  return [...new Set([...stored, ...waiting.keys()])].filter((each) => each === key || each.startsWith(`${key}/`));
}

/** Removes a draft: it was saved, or its author discarded it. */
export async function clearDraft(key: string): Promise<void> {
  const earlier = waiting.get(key);
  if (earlier?.timer) clearTimeout(earlier.timer);
  waiting.delete(key);
  await del(key, drafts()).catch(() => undefined);
  removedDrafts.count();
}

/** Writes what still waits. The page does so when it is hidden: it may not come back. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...waiting.keys()].map(write));
}

async function write(key: string): Promise<void> {
  const entry = waiting.get(key);
  if (!entry) return;
  if (entry.timer) clearTimeout(entry.timer);
  entry.timer = null;
  const draft = entry.read();
  await (draft ? set(key, draft, drafts()) : del(key, drafts())).catch(() => undefined);
  // A newer draft may have come while this one was written.
  if (waiting.get(key) === entry) waiting.delete(key);
}

globalThis.addEventListener('pagehide', () => void flushDrafts());
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushDrafts();
});
