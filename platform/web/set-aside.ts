import { clearDraft, type Draft, flushDrafts, listDraftKeys, loadDraft, saveDraft } from './drafts.ts';

/**
 * Drafts that were in a page when it failed. They may be why it failed, so they are not put into it again: they are kept under
 * another name, from where the author can download them.
 */
const PREFIX = 'set-aside';

/** Drafts that were restored in a page, and the page. */
const restored = new Map<string, string>();

/** Call it when a draft of an earlier visit is restored, automatically or by the author. */
export function noteRestored(key: string): void {
  restored.set(key, globalThis.location.pathname);
}

/** Call it when the page has failed. The drafts that were restored in it are set aside. */
export async function setAsideRestored(): Promise<void> {
  const page = globalThis.location.pathname;
  for (const [key, path] of restored) {
    if (path !== page) continue;
    restored.delete(key);
    const draft = await loadDraft(key);
    if (!draft) continue;
    saveDraft(`${PREFIX}/${key}`, () => draft);
    await flushDrafts();
    await clearDraft(key);
  }
}

export interface SetAsideDraft {
  key: string;
  draft: Draft;
}

/** The drafts that were set aside for a user, the oldest first. */
export async function listSetAside(userId: number): Promise<SetAsideDraft[]> {
  const keys = await listDraftKeys(`${PREFIX}/${userId}`);
  const found = await Promise.all(keys.map(async (key) => ({ key, draft: await loadDraft(key) })));
  return found
    .flatMap(({ key, draft }) => (draft === null ? [] : [{ key, draft }]))
    .toSorted((left, right) => left.draft.at - right.draft.at);
}

/** A draft as a text file: each field under its name. */
export function draftText({ fields, at }: Draft): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `## ${name}\n\n${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`,
  );
  return [`Unsaved edits of ${new Date(at).toISOString()}\n`, ...parts].join('\n');
}
