import { ApiError } from '#platform/contract/client.ts';
import type { ConflictDetails } from '#platform/contract/errors.ts';
import type { Draft } from '../../drafts.ts';
import { fieldErrors } from '../../error-text.ts';
import type { Revision } from '../../revision.ts';
import { Store } from '../../store.ts';
import { type LiveText, withUnixLines } from '../code-editor/live-text.ts';
import {
  afterSave,
  type Conflict,
  currentValue,
  discardEdits,
  edit,
  type EditForm,
  isDirty,
  isSame,
  missingFields,
  rebase,
  resolveConflict,
  restoreEdits,
  startForm,
} from './edit-form.ts';
import type { Draftable } from './use-draft.ts';

/** What the server sent: all fields of the form, and the revision that they are of. */
export type Stored<F extends object, R extends Revision = number> = F & { readonly revision: R };

/** A save: what was edited, and what the edits began from. */
export interface Save<F extends object, R extends Revision = number> {
  fields: Partial<F>;
  base: F;
  revision: R;
  /** For the history. */
  message: string | undefined;
  /** Nobody pressed Save. */
  isAutomatic: boolean;
}

/** How something is saved. */
export interface HowToSave {
  /** For the history. */
  message?: string | undefined;
  /** Nobody pressed Save: nothing is locked, and a conflict is reported and not shown until the author asks. */
  isAutomatic?: boolean;
}

/** A save as the calls take it. */
export function saveBody<F extends object>({
  fields,
  revision,
  message,
}: Save<F>): Partial<F> & { revision: number; save_message?: string } {
  return { ...fields, revision, ...(message !== undefined && { save_message: message }) };
}

/** What the page renders. A new object only when something in it changed: a key in a long text changes nothing. */
export interface SessionState<F extends object, S extends object = F> {
  /** The fields with their edits, without the long texts: `read` returns those. */
  readonly fields: S;
  /** The fields as the server has them, as far as the page shows it. */
  readonly base: F;
  /** The revision that `base` is of. */
  readonly revision: Revision;
  /** Names of the fields that differ from `base`, in their order. */
  readonly dirty: readonly (keyof F & string)[];
  /** Raised when a field was changed by something other than its input: an editor then reads its text again. */
  readonly version: number;
  /** A save by hand runs, which locks the fields. */
  readonly isSaving: boolean;
  /** A save runs, by hand or by itself. */
  readonly isSending: boolean;
  /** Why the last save failed; null after one that went well. */
  readonly failure: Error | null;
  readonly conflict: Conflict | null;
}

interface SessionOptions<F extends object, S extends object, R extends Revision> {
  stored: Stored<F, R>;
  /** The fields that are edited, in their order. */
  names: readonly (keyof F & string)[];
  /** Texts that an editor holds. Typing in one renders nothing and reads nothing of it. */
  long?: readonly LongName<F, S>[];
  /** Saves, and returns what the server has then. */
  send: (save: Save<F, R>) => Promise<Stored<F, R>>;
}

/** Who changed something: the author, or a save, a discard or what others saved. */
export type EditedBy = 'author' | 'other';
type Watcher = (by: EditedBy) => void;

type LongName<F extends object, S extends object> = Exclude<keyof F, keyof S> & string;

/**
 * Editing one thing, for as long as its page is open: a lesson, a screen, a question, a file, a course, a step.
 *
 * ```
 * stored ──edit──▶ edited ──save──▶ saving ──▶ stored
 *    ▲                ▲               │ │
 *    │                └───failure─────┘ └─conflict─▶ resolve ─▶ saving
 *    └─take: what others saved, under the edits      postpone ─▶ edited
 * ```
 *
 * - Values are compared: an edit that was undone is no edit (`edit-form.ts`).
 * - A save sends the edited fields and the revision that the edit began from. The server merges it with what others saved since; what
 *   cannot be merged comes back as a conflict, which the author resolves.
 * - One save runs at a time. What is typed meanwhile stays an edit. A failed save keeps everything.
 * - Unsaved edits are kept in the browser, a draft for each visit (`use-draft.ts`), and offered when the thing is opened again.
 * - The page counts what is unsaved, saves all of it and asks before it is left (`unsaved-parts.ts`).
 *
 * {@link useEditor} is a session in a component. {@link EditList} is a list of things with a session each.
 *
 * @template S The fields without the long texts.
 */
export class EditSession<F extends object, S extends object = F, R extends Revision = number>
  extends Store<SessionState<F, S>>
  implements Draftable<F>
{
  readonly #names: readonly (keyof F & string)[];
  readonly #long: readonly string[];
  readonly #send: SessionOptions<F, S, R>['send'];
  readonly #watchers = new Set<Watcher>();
  #form: EditForm<F>;
  #underWay: Promise<boolean> | null = null;
  /** Message of the last save: the resolved conflict is saved with it as well. */
  #message: string | undefined;

  constructor({ stored, names, long = [], send }: SessionOptions<F, S, R>) {
    const base = fieldsOf(stored, names, long) as F;
    super({
      fields: fieldsOf(
        base,
        names.filter((name) => !(long as readonly string[]).includes(name)),
        [],
      ) as S,
      base,
      revision: stored.revision,
      dirty: [],
      version: 0,
      isSaving: false,
      isSending: false,
      failure: null,
      conflict: null,
    });
    this.#names = names;
    this.#long = long;
    this.#send = send;
    this.#form = startForm(base, stored.revision);
  }

  get isDirty(): boolean {
    return isDirty(this.#form);
  }

  /** A field as it is on the page. */
  read<N extends keyof F & string>(name: N): F[N] {
    return currentValue(this.#form, name);
  }

  /** Whether a text exists, empty or not. Known without reading it. */
  has(name: keyof F & string): boolean {
    return (name in this.#form.edits ? this.#form.edits[name] : this.#form.base[name]) !== null;
  }

  /** Whether nothing is written in a text. Known without reading it. */
  isEmpty(name: LongName<F, S>): boolean {
    const text = (name in this.#form.edits ? this.#form.edits[name] : this.#form.base[name]) as LiveText | null;
    return text === null || text.length === 0;
  }

  /** The edited fields with their values. */
  changes(): Partial<F> {
    const edited = this.#names.filter((name) => name in this.#form.edits);
    return Object.fromEntries(edited.map((name) => [name, this.read(name)])) as Partial<F>;
  }

  /** An edit by the input of the field. */
  readonly edit = (change: Partial<F>): void => this.#set(edit(this.#form, change));

  /** Records a keystroke in a long text. */
  readonly type = (name: LongName<F, S>, text: LiveText): void => {
    const before = this.#form;
    this.#form = edit(before, { [name]: text });
    if (name in before.edits === name in this.#form.edits) this.#notifyWatchers('author');
    else this.#set(this.#form);
  };

  /** An edit by something other than the input of the field. */
  readonly put = (change: Partial<F>): void => this.#replace(edit(this.#form, change), undefined, 'author');

  /** Discards the edits. */
  readonly discard = (): void => this.#replace(discardEdits(this.#form), { failure: null, conflict: null });

  /** Applies what the server has now, under the edits. */
  readonly take = (stored: Stored<F, R>): void => this.#replace(rebase(this.#form, this.#fieldsOf(stored), stored.revision));

  /** Whether the server has the same value in every field as before. */
  isAsKnown(stored: F): boolean {
    return isSame(this.#fieldsOf(stored), this.#form.base);
  }

  /**
   * Saves the edits, after the save that is under way. Returns true when nothing of them is left unsaved.
   *
   * @param isNew Saves without edits too: the thing exists on this page only.
   */
  readonly save = async ({ message, isAutomatic = false }: HowToSave = {}, isNew = false): Promise<boolean> => {
    while (this.#underWay) await this.#underWay;
    if (!this.isDirty && !isNew) return true;
    this.#message = message;
    this.#underWay = this.#sendEdits(isAutomatic).finally(() => {
      this.#underWay = null;
    });
    return this.#underWay;
  };

  /** Saves what was decided in a conflict. */
  readonly resolve = async (decided: Record<string, unknown>): Promise<boolean> => {
    const { conflict } = this.state();
    if (!conflict) return false;
    this.#replace(resolveConflict(this.#form, this.#withUnixLines(conflict), decided));
    if (this.isDirty) return this.save({ message: this.#message });
    this.#show({ failure: null, conflict: null });
    return true;
  };

  /** Leaves a conflict unresolved; everything stays as it was typed. */
  readonly postpone = (): void => this.#show({ conflict: null });

  unsaved(): Omit<Draft<F>, 'at'> | null {
    return this.isDirty ? { base_revision: this.#form.revision, fields: this.changes() } : null;
  }

  missing(draft: Draft<F>): Partial<F> {
    return missingFields(this.#form, draft.fields);
  }

  restore(draft: Draft<F>): void {
    this.#replace(restoreEdits(this.#form, draft), undefined, 'author');
  }

  /** Calls back at every edit, keys included. */
  readonly watch = (watcher: Watcher): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  async #sendEdits(isAutomatic: boolean): Promise<boolean> {
    this.#show({ isSending: true, isSaving: !isAutomatic });
    let failure: Error | null = null;
    let fields = this.changes();
    // The fields that the server refuses are left out of the second attempt, so that they don't hold up the others.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        const { base, revision } = this.#form;
        const saved = await this.#send({ fields, base, revision: revision as R, message: this.#message, isAutomatic });
        const form = afterSave(this.#form, fields, this.#fieldsOf(saved), saved.revision);
        this.#replace(form, { isSaving: false, isSending: false, failure, conflict: null });
        return failure === null;
      } catch (error) {
        failure ??= error instanceof Error ? error : new Error(String(error));
        const refused = Object.keys(fieldErrors(failure));
        const valid = Object.entries(fields).filter(([name]) => !refused.includes(name));
        if (!isAutomatic || refused.length === 0 || valid.length === 0) break;
        fields = Object.fromEntries(valid) as Partial<F>;
      }
    }
    this.#show({ isSaving: false, isSending: false, failure, conflict: isAutomatic ? null : conflictOf(failure) });
    return false;
  }

  /** Another form, changed by something other than inputs. */
  #replace(form: EditForm<F>, change?: Partial<SessionState<F, S>>, by: EditedBy = 'other'): void {
    if (form === this.#form && !change) return;
    const isSameOnPage = this.#names.every((name) => isSame(valueIn(this.#form, name), valueIn(form, name)));
    this.#set(form, isSameOnPage ? change : { ...change, version: this.state().version + 1 }, by);
  }

  #set(form: EditForm<F>, change: Partial<SessionState<F, S>> = {}, by: EditedBy = 'author'): void {
    this.#form = form;
    const shown = this.#names.filter((name) => !this.#long.includes(name));
    this.#show({
      fields: Object.fromEntries(shown.map((name) => [name, valueIn(form, name)])) as S,
      base: form.base,
      revision: form.known,
      dirty: this.#names.filter((name) => name in form.edits),
      ...change,
    });
    this.#notifyWatchers(by);
  }

  #show(change: Partial<SessionState<F, S>>): void {
    this.show({ ...this.state(), ...change });
  }

  #notifyWatchers(by: EditedBy): void {
    for (const watcher of this.#watchers) watcher(by);
  }

  #fieldsOf(stored: F): F {
    return fieldsOf(stored, this.#names, this.#long) as F;
  }

  #withUnixLines(conflict: Conflict): Conflict {
    const convert = (fields: Record<string, unknown>) => fieldsOf(fields, Object.keys(fields), this.#long);
    return { ...conflict, theirs: convert(conflict.theirs), merged: convert(conflict.merged) };
  }
}

/** Both sides of a save that could not be merged; null for any other failure. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return null;
  return (error.details as ConflictDetails | undefined) ?? null;
}

function valueIn<F extends object>(form: EditForm<F>, name: keyof F & string): unknown {
  return name in form.edits ? form.edits[name] : form.base[name];
}

/** Some fields, the long texts with the line ends of editors. */
function fieldsOf(from: object, names: readonly string[], long: readonly string[]): Record<string, unknown> {
  const value = (name: string): unknown => (from as Record<string, unknown>)[name];
  return Object.fromEntries(
    names.map((name) => {
      const field = value(name);
      return [name, long.includes(name) && typeof field === 'string' ? withUnixLines(field) : field];
    }),
  );
}
