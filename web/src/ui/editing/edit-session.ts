import { ApiError } from '#contract/client.ts';
import { ConflictDetails } from '#contract/errors.ts';
import { Store } from '#web/platform/store.ts';
import { afterSave, edit, type EditForm, isDirty, rebase, resolvedEdits, startForm, type Stored } from './edit-form.ts';

interface Snapshot<F extends object> {
  readonly form: EditForm<F>;
  readonly isSaving: boolean;
  /** Why the last save failed; null after one that went well. */
  readonly failure: Error | null;
  readonly conflict: ConflictDetails | null;
}

interface SessionOptions<F extends object> {
  stored: Stored<F>;
  names: readonly (keyof F & string)[];
  /** Saves some fields that were edited from a revision, and answers what the server has then. */
  send: (fields: Partial<F> & { revision: number; save_message?: string }) => Promise<Stored<F>>;
}

/**
 * Editing and saving the fields of one thing, for as long as its page is open. One save is under way at a time; a failed one keeps
 * everything that was typed.
 */
export class EditSession<F extends object> extends Store<Snapshot<F>> {
  readonly #send: SessionOptions<F>['send'];
  #underWay: Promise<boolean> | null = null;
  /** Of the last save: what is decided in its conflict is saved with it as well. */
  #message: string | undefined;

  constructor({ stored, names, send }: SessionOptions<F>) {
    super({ form: startForm(stored, names), isSaving: false, failure: null, conflict: null });
    this.#send = send;
  }

  readonly edit = (change: Partial<F>): void => this.setForm((form) => edit(form, change));

  readonly setForm = (change: (form: EditForm<F>) => EditForm<F>): void => {
    const form = change(this.state().form);
    if (form !== this.state().form) this.#change({ form });
  };

  /** What the server has by now. */
  readonly take = (stored: Stored<F>): void => this.setForm((form) => rebase(form, stored));

  /** Sends the edits, after the save that is under way, with a message for the history. True when nothing of them is left unsaved. */
  readonly save = async (message?: string): Promise<boolean> => {
    if (this.#underWay) await this.#underWay;
    const { form } = this.state();
    this.#message = message;
    return isDirty(form) ? this.#store(form.edits, form.revision) : true;
  };

  /** Saves what was decided in a conflict; `parse` knows the fields. */
  readonly resolve = async (decided: Record<string, unknown>, parse: (fields: object) => Partial<F>): Promise<boolean> => {
    const { conflict, form } = this.state();
    if (!conflict) return false;
    const edits = parse(resolvedEdits(form.edits, conflict.merged, decided));
    this.setForm((now) => ({ ...now, edits: { ...now.edits, ...edits } }));
    return this.#store(edits, conflict.revision);
  };

  /** Leaves a conflict undecided; everything stays as it was typed. */
  readonly postpone = (): void => this.#change({ conflict: null });

  #store(edits: Partial<F>, revision: number): Promise<boolean> {
    const saving = this.#sendOnce(edits, revision).finally(() => {
      if (this.#underWay === saving) this.#underWay = null;
    });
    this.#underWay = saving;
    return saving;
  }

  async #sendOnce(edits: Partial<F>, revision: number): Promise<boolean> {
    this.#change({ isSaving: true });
    try {
      const saved = await this.#send({ ...edits, revision, ...(this.#message !== undefined && { save_message: this.#message }) });
      this.#change({ form: afterSave(this.state().form, edits, saved), isSaving: false, failure: null, conflict: null });
      return true;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#change({ isSaving: false, failure, conflict: conflictOf(failure) });
      return false;
    }
  }

  #change(change: Partial<Snapshot<F>>): void {
    this.show({ ...this.state(), ...change });
  }
}

/** Both sides of a save that could not be put together with somebody else's; null for any other failure. */
export function conflictOf(error: unknown): ConflictDetails | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return ConflictDetails.safeParse(error.details).data ?? null;
}
