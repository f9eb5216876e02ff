import type { ScratchId } from '#features/screens/web/code-tab-texts.ts';
import type { Draft } from '#platform/web/drafts.ts';
import { Store } from '#platform/web/store.ts';
import type { LiveText } from '#platform/web/ui/code-editor/live-text.ts';
import type { Draftable } from '#platform/web/ui/editing/use-draft.ts';

type StoredScratch = Partial<Record<ScratchId, string>>;

/**
 * Submissions that an author tries out on a screen. They are not part of it and are never saved with it; this browser keeps them for the
 * next visit. The state is a version, raised when an editor must read its text again.
 */
export class ScratchTexts extends Store<number> implements Draftable<StoredScratch> {
  readonly #texts = new Map<ScratchId, LiveText>();
  readonly #startWith: () => string;
  readonly #watchers = new Set<() => void>();

  /** @param startWith The text of an editor that was never used. */
  constructor(startWith: () => string) {
    super(0);
    this.#startWith = startWith;
  }

  read(id: ScratchId): string {
    const text = this.#texts.get(id);
    if (text !== undefined) return text.toString();
    // Later edits of the text that it starts with do not change it.
    const start = this.#startWith();
    this.#texts.set(id, start);
    return start;
  }

  type(id: ScratchId, text: LiveText): void {
    this.#texts.set(id, text);
    for (const watcher of this.#watchers) watcher();
  }

  /** Puts another text into an editor. */
  fill(id: ScratchId, text: string): void {
    this.type(id, text);
    this.show(this.state() + 1);
  }

  unsaved(): Omit<Draft<StoredScratch>, 'at'> | null {
    const fields = Object.fromEntries([...this.#texts].map(([id, text]) => [id, text.toString()]));
    return this.#texts.size > 0 ? { base_revision: null, fields } : null;
  }

  missing({ fields }: Draft<StoredScratch>): StoredScratch {
    return Object.fromEntries(Object.entries(fields).filter(([id, text]) => this.#texts.get(id as ScratchId)?.toString() !== text));
  }

  restore({ fields }: Draft<StoredScratch>): void {
    for (const [id, text] of Object.entries(fields)) {
      const typed = this.#texts.get(id as ScratchId);
      if (typed === undefined || typed === this.#startWith()) this.#texts.set(id as ScratchId, text);
    }
    this.show(this.state() + 1);
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}
