import { clearDraft, type Draft, listDraftKeys, loadDraft } from './drafts.ts';
import { earlierRevision } from './revision.ts';
import { newUuid } from './uuid.ts';

/**
 * Drafts of one person for one thing that several tabs, or several visits of one tab, edit. Each visit has its own draft, so that
 * none overwrites another. A page holds a lock for as long as it lives, crashes included. A draft is abandoned when its page is gone
 * or its visit has ended; the next visit offers it. Where a browser has no locks (no secure context) every other page counts as gone:
 * then its draft is offered twice, and lost nowhere.
 */
const PAGE = newUuid();
/** The drafts of this page whose visits go on. */
const open = new Set<string>();
let visits = 0;

const lockName = (page: string): string => `lessonwright-page:${page}`;

// Never released by hand: the promise does not end, the page does.
void globalThis.navigator?.locks?.request(lockName(PAGE), () => new Promise(() => undefined));

/** Begins a visit to what `key` names. Returns the name of its draft. */
export function openPageDraft(key: string): string {
  visits += 1;
  const own = `${key}/${PAGE}.${visits}`;
  open.add(own);
  return own;
}

/** Ends a visit: what is left in its draft is offered by the next one. */
export function closePageDraft(own: string): void {
  open.delete(own);
}

export interface AbandonedDraft<F extends object> {
  draft: Draft<F>;
  /** Removes the drafts that it was combined from. */
  forget: () => Promise<void>;
}

/**
 * The drafts of `key` that no visit writes any more, as one; null when there are none. Of two that changed the same field in different
 * ways the later one is returned, and the other once that one is forgotten.
 */
export async function findAbandonedDraft<F extends object>(key: string): Promise<AbandonedDraft<F> | null> {
  const living = await livingPages();
  const isAbandoned = (own: string) => {
    const page = own.slice(key.length + 1).split('.')[0] ?? '';
    return page === PAGE ? !open.has(own) : !living.has(lockName(page));
  };
  const left = await loadDrafts<F>((await listDraftKeys(key)).filter(isAbandoned));
  let combined: Draft<F> | null = null;
  const names: string[] = [];
  for (const { own, draft } of left.toReversed()) {
    if (combined && !agree(combined.fields, draft.fields)) continue;
    combined = combined ? combine(draft, combined) : draft;
    names.push(own);
  }
  return combined && { draft: combined, forget: async () => void (await Promise.all(names.map(clearDraft))) };
}

/** Everything that is kept of `key`, by whichever page: where two drafts have the same field, the later one. */
export async function findAllDrafts<F extends object>(key: string): Promise<Draft<F> | null> {
  const left = await loadDrafts<F>(await listDraftKeys(key));
  return left.reduce<Draft<F> | null>((earlier, { draft }) => (earlier ? combine(earlier, draft) : draft), null);
}

/** The oldest first. */
async function loadDrafts<F extends object>(names: readonly string[]): Promise<{ own: string; draft: Draft<F> }[]> {
  const found = await Promise.all(names.map(async (own) => ({ own, draft: await loadDraft<F>(own) })));
  return found.flatMap(({ own, draft }) => (draft ? [{ own, draft }] : [])).toSorted((one, other) => one.draft.at - other.draft.at);
}

function agree<F extends object>(one: Partial<F>, other: Partial<F>): boolean {
  return Object.entries(one).every(([name, value]) => !(name in other) || JSON.stringify(value) === JSON.stringify(other[name as keyof F]));
}

/** Saved from the earlier revision, nothing is overwritten. */
function combine<F extends object>(earlier: Draft<F>, later: Draft<F>): Draft<F> {
  return {
    base_revision: earlierRevision(later.base_revision, earlier.base_revision),
    fields: { ...earlier.fields, ...later.fields },
    at: later.at,
  };
}

/** The locks of all other pages. */
async function livingPages(): Promise<ReadonlySet<string>> {
  const state = await globalThis.navigator?.locks?.query().catch(() => null);
  const names = new Set(state?.held?.flatMap(({ name }) => name ?? []));
  names.delete(lockName(PAGE));
  return names;
}
