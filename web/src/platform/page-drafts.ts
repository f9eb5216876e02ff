import { clearDraft, type Draft, listDraftKeys, loadDraft } from './drafts.ts';
import { newUuid } from './uuid.ts';

/**
 * Drafts of several pages of one person that show the same thing: each page keeps its own, so that the later writer destroys
 * nothing of the other. A page holds a lock for as long as it lives, crashes included; the drafts of pages that are gone are
 * abandoned, and whoever opens the thing next takes them up. Where a browser has no locks (no secure context) every other page
 * counts as gone: then its draft is offered twice, and lost nowhere.
 */
const PAGE = newUuid();

const lockName = (page: string): string => `lessonwright-page:${page}`;

// Never let go by hand: the promise does not end, the page does.
void globalThis.navigator?.locks?.request(lockName(PAGE), () => new Promise(() => undefined));

/** The name of this page's own draft of what `key` names. */
export function pageDraftKey(key: string): string {
  return `${key}/${PAGE}`;
}

/** Drafts of `key` that no living page writes any more, this page's own from before included; the oldest first. */
export async function takeAbandonedDrafts<F extends object>(key: string): Promise<{ drafts: Draft<F>[]; forget: () => Promise<void> }> {
  const living = await livingPages();
  const abandoned = (await listDraftKeys(key)).filter((each) => !living.has(lockName(each.slice(key.length + 1))));
  const drafts = await Promise.all(abandoned.map((each) => loadDraft<F>(each)));
  return {
    drafts: drafts.filter((draft) => draft !== null).toSorted((a, b) => a.at - b.at),
    forget: async () => void (await Promise.all(abandoned.map(clearDraft))),
  };
}

/** The locks of all other pages. */
async function livingPages(): Promise<ReadonlySet<string>> {
  const state = await globalThis.navigator?.locks?.query().catch(() => null);
  const names = new Set(state?.held?.flatMap(({ name }) => name ?? []));
  names.delete(lockName(PAGE));
  return names;
}
