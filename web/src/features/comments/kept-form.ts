import { clearDraft, loadDraft, saveDraft } from '#web/platform/drafts.ts';
import { noteRestored } from '#web/platform/set-aside.ts';
import { Store } from '#web/platform/store.ts';

/**
 * A small form whose unfinished text is kept in this browser as it is typed, and is simply there again after a reload: it is
 * short, and nobody else changes it.
 */
export class KeptForm<F extends object> extends Store<F> {
  readonly #key: string;
  readonly #empty: F;
  #isTouched = false;

  constructor(key: string, empty: F) {
    super(empty);
    this.#key = key;
    this.#empty = empty;
  }

  /** Takes over what an earlier visit left, unless something was typed meanwhile. */
  async load(): Promise<void> {
    const draft = await loadDraft<F>(this.#key);
    if (draft) noteRestored(this.#key);
    if (draft && !this.#isTouched) this.show({ ...this.#empty, ...draft.fields });
  }

  change(part: Partial<F>): void {
    this.#isTouched = true;
    const fields = { ...this.state(), ...part };
    saveDraft(this.#key, { base_revision: 0, fields, at: Date.now() });
    this.show(fields);
  }

  /** Begins anew: it was sent, or thrown away. */
  clear(): void {
    this.#isTouched = true;
    void clearDraft(this.#key);
    this.show(this.#empty);
  }
}
