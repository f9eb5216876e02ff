import { clearDraft, loadDraft, saveDraft } from '#web/platform/drafts.ts';

/**
 * A small form whose unfinished text is kept in this browser as it is typed, and is simply there again after a reload: it is
 * short, and nobody else changes it.
 */
export class KeptForm<F extends object> {
  readonly #key: string;
  readonly #empty: F;
  #value: F;
  #isTouched = false;
  readonly #listeners = new Set<() => void>();

  constructor(key: string, empty: F) {
    this.#key = key;
    this.#empty = empty;
    this.#value = empty;
  }

  /** Takes over what an earlier visit left, unless something was typed meanwhile. */
  async load(): Promise<void> {
    const draft = await loadDraft<F>(this.#key);
    if (draft && !this.#isTouched) this.#set({ ...this.#empty, ...draft.fields });
  }

  /** A new object only when it is another; for `useSyncExternalStore`. */
  readonly value = (): F => this.#value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(part: Partial<F>): void {
    this.#isTouched = true;
    const fields = { ...this.#value, ...part };
    saveDraft(this.#key, { base_revision: 0, fields, at: Date.now() });
    this.#set(fields);
  }

  /** Begins anew: it was sent, or thrown away. */
  clear(): void {
    this.#isTouched = true;
    void clearDraft(this.#key);
    this.#set(this.#empty);
  }

  #set(value: F): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
