import type { Draft } from '../../drafts.ts';
import { Store } from '../../store.ts';
import { isSame } from './edit-form.ts';
import { conflictOf, EditSession, type EditedBy, type HowToSave, type SessionState } from './edit-session.ts';
import type { Draftable } from './use-draft.ts';

/** One thing of the list as the page shows it. */
export interface ListItem<F extends object> extends Pick<
  SessionState<F>,
  'fields' | 'version' | 'isSaving' | 'isSending' | 'failure' | 'conflict'
> {
  /** Stays the same when a new one is saved. */
  readonly key: string;
  /** Null: it is not on the server. */
  readonly id: number | null;
  readonly isDirty: boolean;
  /** It was added on this page, and is not saved yet. */
  readonly isNew: boolean;
  /** Another author deleted it while it was edited here. Saving creates it again. */
  readonly isGone: boolean;
}

export interface ListState<F extends object> {
  readonly items: readonly ListItem<F>[];
  readonly isDirty: boolean;
}

/** The unsaved edits of one thing. */
export interface ItemDraft<F extends object> {
  fields: F;
  /** What the edits began from; null: it is new. */
  base: F | null;
}

export type ListDraft<F extends object> = Record<string, ItemDraft<F>>;

/** A save of one thing. */
export interface ItemSave<F extends object> {
  /** Null: it is created. */
  id: number | null;
  fields: Partial<F>;
  /** What the edits began from; of a new thing, what it is without any. */
  base: F;
  message: string | undefined;
  isAutomatic: boolean;
}

interface ListOptions<F extends object> {
  saved: readonly (F & { id: number })[];
  names: readonly (keyof F & string)[];
  /** The fields of a new thing. */
  empty: F;
  send: (save: ItemSave<F>) => Promise<F & { id: number }>;
  /** A new thing with these fields loses nothing when it is left; where it is not given, one without edits. */
  isBlank?: (fields: F) => boolean;
}

interface Entry<F extends object> {
  readonly key: string;
  readonly session: EditSession<F, F, null>;
  /** The version that the session began with. */
  readonly version: number;
  id: number | null;
  isNew: boolean;
}

/** Editing a list of things, such as the questions of a screen: an {@link EditSession} for each, and one draft for all of them. */
export class EditList<F extends object> extends Store<ListState<F>> implements Draftable<ListDraft<F>> {
  readonly #options: ListOptions<F>;
  readonly #watchers = new Set<(by: EditedBy) => void>();
  #entries = new Map<string, Entry<F>>();
  #taken: readonly (F & { id: number })[] | null = null;

  constructor(options: ListOptions<F>) {
    super({ items: [], isDirty: false });
    this.#options = options;
    this.take(options.saved);
  }

  item(key: string): ListItem<F> | undefined {
    return this.state().items.find((item) => item.key === key);
  }

  /** Applies what the server has now, under the edits. What it already has is not applied again. */
  take(saved: readonly (F & { id: number })[]): void {
    if (saved === this.#taken) return;
    this.#taken = saved;
    const entries = [...this.#entries.values()];
    const next = new Map<string, Entry<F>>();
    for (const item of saved) {
      const key = String(item.id);
      const entry = entries.find(({ id }) => id === item.id) ?? this.#entries.get(key) ?? this.#start(key, item);
      Object.assign(entry, { id: item.id, isNew: false });
      entry.session.take({ ...item, revision: null });
      next.set(entry.key, entry);
    }
    for (const entry of entries) {
      const { isSending } = entry.session.state();
      if (next.has(entry.key) || !(entry.isNew || entry.session.isDirty || isSending)) continue;
      if (!isSending) entry.id = null;
      next.set(entry.key, entry);
    }
    this.#entries = next;
    this.#edited('other');
  }

  /** Adds a new thing at the end. */
  add(key: string): void {
    this.#entries.set(key, this.#start(key, this.#options.empty, { isNew: true }));
    this.#edited('author');
  }

  /** An edit by an input. */
  edit(key: string, change: Partial<F>): void {
    this.#entries.get(key)?.session.edit(change);
  }

  /** Discards the edits of one thing. */
  discard(key: string): void {
    this.#entries.get(key)?.session.discard();
  }

  /** Removes one thing: it was deleted. Returns its unsaved edits. */
  remove(key: string): ItemDraft<F> | null {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    this.#edited('author');
    return entry && this.#isDirty(entry) ? draftOf(entry) : null;
  }

  /** Saves one thing. Returns true when nothing of it is left unsaved. */
  async save(key: string, how?: HowToSave): Promise<boolean> {
    const entry = this.#entries.get(key);
    return entry ? entry.session.save(how, entry.isNew) : true;
  }

  /** Saves everything with edits, up to the first conflict. Returns true when nothing is left unsaved. */
  readonly saveAll = async (how?: HowToSave): Promise<boolean> => {
    let isAllSaved = true;
    for (const { key } of this.state().items.filter(({ isDirty }) => isDirty)) {
      // One call at a time: they change the same screen.
      if (!(await this.save(key, how))) isAllSaved = false;
      if (conflictOf(this.item(key)?.failure)) return false;
    }
    return isAllSaved;
  };

  resolve(key: string, decided: Record<string, unknown>): Promise<boolean> {
    return this.#entries.get(key)?.session.resolve(decided) ?? Promise.resolve(false);
  }

  postpone(key: string): void {
    this.#entries.get(key)?.session.postpone();
  }

  unsaved(): Omit<Draft<ListDraft<F>>, 'at'> | null {
    const dirty = [...this.#entries.values()].filter((entry) => this.#isDirty(entry));
    if (dirty.length === 0) return null;
    // Each knows what it began from, whatever revision its screen has.
    return { base_revision: null, fields: Object.fromEntries(dirty.map((entry) => [String(entry.id ?? entry.key), draftOf(entry)])) };
  }

  missing(draft: Draft<ListDraft<F>>): Partial<ListDraft<F>> {
    const shown = (key: string) => this.#entries.get(key)?.session.state().fields ?? this.#options.empty;
    const isMissing = (key: string, edits: ItemDraft<F> | undefined) =>
      edits && !isSame(edits.fields, shown(key)) && !this.#wasCreated(key, edits);
    return Object.fromEntries(Object.entries(draft.fields).filter(([key, edits]) => isMissing(key, edits)));
  }

  restore(draft: Draft<ListDraft<F>>): void {
    for (const [key, edits] of Object.entries(draft.fields)) if (edits && !this.#wasCreated(key, edits)) this.restoreItem(key, edits);
  }

  /** The draft of a new item may be from before its save. It has no id then, but equals a saved item. */
  #wasCreated(key: string, { fields, base }: ItemDraft<F>): boolean {
    if (base !== null || this.#entries.has(key)) return false;
    return [...this.#entries.values()].some(({ id, session }) => id !== null && isSame(fields, session.state().base));
  }

  /** Restores edits of one thing, unless it was edited since. */
  restoreItem(key: string, { fields, base }: ItemDraft<F>): void {
    const known = this.#entries.get(key);
    if (known && this.#isDirty(known)) return;
    const id = known?.id ?? null;
    const entry = this.#start(key, base ?? this.#options.empty, {
      id,
      isNew: base === null && id === null,
      version: versionOf(known) + 1,
    });
    entry.session.put(fields);
    if (known) entry.session.take({ ...known.session.state().base, revision: null });
    this.#entries.set(key, entry);
    this.#edited('author');
  }

  /** Calls back at every edit. */
  readonly watch = (watcher: (by: EditedBy) => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  #start(key: string, fields: F, more: Partial<Omit<Entry<F>, 'session'>> = {}): Entry<F> {
    const { names, send } = this.#options;
    const session: EditSession<F, F, null> = new EditSession({
      stored: { ...fields, revision: null },
      names,
      send: async (save) => {
        const saved = await send({ ...save, id: entry.id });
        // The list may have come with the new one before the reply.
        if (String(saved.id) !== key) this.#entries.delete(String(saved.id));
        Object.assign(entry, { id: saved.id, isNew: false });
        return { ...saved, revision: null };
      },
    });
    const entry: Entry<F> = { key, session, version: 0, id: null, isNew: false, ...more };
    session.subscribe(() => this.#paint());
    session.watch((by) => this.#edited(by));
    return entry;
  }

  #isDirty({ session, isNew }: Entry<F>): boolean {
    const { isBlank } = this.#options;
    return session.isDirty && !(isNew && isBlank?.(session.state().fields) === true);
  }

  #edited(by: EditedBy): void {
    this.#paint();
    for (const watcher of this.#watchers) watcher(by);
  }

  #paint(): void {
    const before = new Map(this.state().items.map((item) => [item.key, item]));
    const items = [...this.#entries.values()].map((entry) => {
      const item = this.#itemOf(entry);
      const known = before.get(item.key);
      return known && Object.entries(item).every(([name, value]) => known[name as keyof ListItem<F>] === value) ? known : item;
    });
    this.show({ items, isDirty: items.some(({ isDirty }) => isDirty) });
  }

  #itemOf(entry: Entry<F>): ListItem<F> {
    const { key, id, isNew, session } = entry;
    const { fields, isSaving, isSending, failure, conflict } = session.state();
    const isGone = id === null && !isNew;
    return {
      key,
      id,
      isNew,
      isGone,
      isDirty: this.#isDirty(entry),
      fields,
      version: versionOf(entry),
      isSaving,
      isSending,
      failure,
      conflict,
    };
  }
}

function versionOf<F extends object>(entry: Entry<F> | undefined): number {
  return entry ? entry.version + entry.session.state().version : 0;
}

function draftOf<F extends object>({ session, isNew }: Entry<F>): ItemDraft<F> {
  const { fields, base } = session.state();
  return { fields, base: isNew ? null : base };
}
