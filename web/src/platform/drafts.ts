import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval';

/**
 * Unsaved edits, kept in this browser as one types and offered again after a crash, a closed tab or a lost network
 * (screens: guards). One record per person and thing; it is written 300 ms after the last keystroke, and at once when
 * the page is hidden.
 */
export interface Draft<F extends object = Record<string, unknown>> {
  /** The revision that the edit began from. */
  base_revision: number;
  /** The edited fields only, as they were typed. */
  fields: Partial<F>;
  /** When it was typed, in milliseconds since 1970. */
  at: number;
}

const WRITE_DELAY_MS = 300;

const waiting = new Map<string, { draft: Draft; timer: ReturnType<typeof setTimeout> }>();
let store: UseStore | null = null;

function drafts(): UseStore {
  store ??= createStore('lessonwright', 'drafts');
  return store;
}

/** The name of one person's draft of one thing: `draftKey(3, 'lesson', 12)`. */
export function draftKey(userId: number, kind: string, id: number): string {
  return `${userId}/${kind}/${id}`;
}

/** Keeps a draft; several calls in a row are written once. */
export function saveDraft<F extends object>(key: string, draft: Draft<F>): void {
  const earlier = waiting.get(key);
  if (earlier) clearTimeout(earlier.timer);
  waiting.set(key, { draft, timer: setTimeout(() => void write(key), WRITE_DELAY_MS) });
}

/** What was kept under this name, or null. A browser that refuses storage (private mode) has no drafts. */
export async function loadDraft<F extends object>(key: string): Promise<Draft<F> | null> {
  const unwritten = waiting.get(key);
  if (unwritten) return unwritten.draft as Draft<F>;
  return (await get<Draft<F>>(key, drafts()).catch(() => undefined)) ?? null;
}

/** The names of all drafts that are kept under `key`, or below it (`key/…`). */
export async function listDraftKeys(key: string): Promise<string[]> {
  const stored = await keys<string>(drafts()).catch(() => []);
  return [...new Set([...stored, ...waiting.keys()])].filter((each) => each === key || each.startsWith(`${key}/`));
}

/** Forgets a draft: it was saved, or its author threw it away. */
export async function clearDraft(key: string): Promise<void> {
  const earlier = waiting.get(key);
  if (earlier) clearTimeout(earlier.timer);
  waiting.delete(key);
  await del(key, drafts()).catch(() => undefined);
}

/** Writes what still waits. The page does so when it is hidden: it may not come back. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...waiting.keys()].map(write));
}

async function write(key: string): Promise<void> {
  const entry = waiting.get(key);
  if (!entry) return;
  clearTimeout(entry.timer);
  await set(key, entry.draft, drafts()).catch(() => undefined);
  // A newer draft may have come while this one was written.
  if (waiting.get(key) === entry) waiting.delete(key);
}

globalThis.addEventListener('pagehide', () => void flushDrafts());
globalThis.document?.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void flushDrafts();
});
