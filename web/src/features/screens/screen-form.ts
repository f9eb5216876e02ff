import type { ConflictDetails } from '#contract/errors.ts';
import { SCREEN_FIELD_LABELS } from '#contract/screen-words.ts';
import type { Screen, ScreenFields } from '#contract/screens.ts';
import { isSameText, type LiveText, withUnixLines } from '#web/ui/code-editor/live-text.ts';

export type ScreenField = keyof ScreenFields;
/** By name, in their order; the schema itself would bring all of zod to the page. */
const FIELDS = Object.keys(SCREEN_FIELD_LABELS) as ScreenField[];

/** Texts that editors hold: their keys are counted, never painted. */
export const LONG_FIELDS = [
  'body_markdown',
  'instructions_markdown',
  'hint_markdown',
  'chat_prompt',
  'setup_code',
  'initial_code',
  'display_code',
  'answer_code',
  'custom_check_code',
  'legacy_check_code',
  'format_code_run',
  'remote_run_code',
] as const satisfies readonly ScreenField[];
export type LongField = (typeof LONG_FIELDS)[number];
export type ShortField = Exclude<ScreenField, LongField>;

/** What the page paints of the form. A new object only when something in it changed: keys in long texts change nothing. */
export interface FormState {
  /** The fields that differ from what is saved, in their order. */
  readonly dirty: readonly ScreenField[];
  readonly short: Readonly<Pick<ScreenFields, ShortField>>;
  /** Run and Deploy is on: there is a script for it, empty or not. */
  readonly hasRemoteRun: boolean;
  /** Raised whenever texts were changed by other hands than the author's: editors then read them anew. */
  readonly version: number;
  /** The revision that the edits began from. */
  readonly revision: number;
}

type Edits = Map<ScreenField, unknown>;

/**
 * The fields of one screen while they are edited: what is saved, what was typed since, and the revision that it was typed
 * on. It knows values only: an edit that was undone is no edit.
 */
export class ScreenForm {
  #saved: ScreenFields;
  #revision: number;
  #edits: Edits = new Map();
  /** The script of Run and Deploy when it was last switched off here: switching it on again brings it back. */
  #switchedOff: string | null = null;
  #version = 0;
  #state: FormState;
  readonly #painters = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  constructor(screen: Screen) {
    this.#saved = fieldsOf(screen);
    this.#revision = screen.revision;
    this.#state = this.#describe();
  }

  /** The revision that the edits began from. */
  get revision(): number {
    return this.#revision;
  }

  get isDirty(): boolean {
    return this.#edits.size > 0;
  }

  /** A field as it stands, typed or saved. */
  read<F extends ScreenField>(field: F): ScreenFields[F] {
    const edit = this.#edits.get(field);
    if (edit === undefined) return this.#saved[field];
    return (isLiveText(edit) ? edit.toString() : edit) as ScreenFields[F];
  }

  /** Takes an edit of the author. */
  edit<F extends ShortField>(field: F, value: ScreenFields[F]): void {
    const before = this.read(field);
    setEdit(this.#edits, this.#saved, field, value);
    if (before !== value) this.#paint();
    this.#tellWatchers();
  }

  /**
   * Switches Run and Deploy (A §2): off with no script; on with the one that it was switched off with, the one that is saved, or
   * `standard`, whichever there is first.
   */
  toggleRemoteRun(isOn: boolean, standard: string): void {
    if (!isOn) this.#switchedOff = this.read('remote_run_code');
    const script = isOn ? (this.#switchedOff ?? this.#saved.remote_run_code ?? standard) : null;
    setEdit(this.#edits, this.#saved, 'remote_run_code', script);
    this.#repaint();
  }

  /** Takes a key typed in an editor; characters are looked at only when nothing else tells that the text is the saved one. */
  type(field: LongField, text: LiveText): void {
    const wasDirty = this.#edits.has(field);
    const saved = this.#saved[field];
    if (saved !== null && isSameText(text, saved)) this.#edits.delete(field);
    else this.#edits.set(field, text);
    if (wasDirty !== this.#edits.has(field)) this.#paint();
    this.#tellWatchers();
  }

  /** The edited fields with their values: what a save sends, a run takes along and a draft keeps. */
  changes(): Partial<ScreenFields> {
    return Object.fromEntries(FIELDS.filter((field) => this.#edits.has(field)).map((field) => [field, this.read(field)]));
  }

  /** Begins anew from a saved screen; every edit is in it or thrown away. */
  replace(screen: Screen): void {
    this.#saved = fieldsOf(screen);
    this.#revision = screen.revision;
    this.#edits.clear();
    this.#repaint();
  }

  /**
   * Takes over a screen that was saved meanwhile and keeps the edits on top of it. False, and nothing taken over, when it
   * changed a field that is being edited: then the next save must say which revision the edit began from.
   */
  rebase(screen: Screen): boolean {
    const theirs = fieldsOf(screen);
    for (const field of this.#edits.keys()) if (theirs[field] !== this.#saved[field]) return false;
    this.#saved = theirs;
    this.#revision = screen.revision;
    this.#repaint();
    return true;
  }

  /** Whether a screen says in every field what is saved here. */
  hasSameFields(screen: Screen): boolean {
    const theirs = fieldsOf(screen);
    return FIELDS.every((field) => theirs[field] === this.#saved[field]);
  }

  /** Puts edits on top that were kept from an earlier visit, with the revision that they began from. */
  restore(fields: Partial<ScreenFields>, revision: number): void {
    for (const field of FIELDS) if (fields[field] !== undefined) setEdit(this.#edits, this.#saved, field, fields[field]);
    this.#revision = Math.min(this.#revision, revision);
    this.#repaint();
  }

  /** Throws the edits away. */
  discard(): void {
    this.#edits.clear();
    this.#repaint();
  }

  /**
   * Takes over what was decided about a conflict (product §10.1): `chosen` for the fields in conflict, everything else as the
   * server merged it, on the revision that the save met.
   */
  resolve(details: ConflictDetails, chosen: Partial<ScreenFields>): void {
    const merged = details.merged as Partial<ScreenFields>;
    const edits: Edits = new Map();
    const saved: Record<string, unknown> = { ...this.#saved, ...details.theirs };
    for (const field of FIELDS) {
      const isMine = this.#edits.has(field);
      const value = field in chosen ? chosen[field] : (merged[field] ?? this.read(field));
      if (!isMine && !(field in details.theirs)) saved[field] = value;
      else setEdit(edits, saved as ScreenFields, field, value);
    }
    this.#saved = saved as ScreenFields;
    this.#edits = edits;
    this.#revision = details.revision;
    this.#repaint();
  }

  /** Calls back when {@link state} is another; for `useSyncExternalStore`. */
  readonly subscribe = (painter: () => void): (() => void) => {
    this.#painters.add(painter);
    return () => this.#painters.delete(painter);
  };

  readonly state = (): FormState => this.#state;

  /** Calls back at every edit, keys included. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #repaint(): void {
    this.#version++;
    this.#paint();
    this.#tellWatchers();
  }

  #paint(): void {
    this.#state = this.#describe();
    for (const painter of this.#painters) painter();
  }

  #tellWatchers(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Known without reading the script: it may be as long as any text. */
  #hasRemoteRun(): boolean {
    return (this.#edits.has('remote_run_code') ? this.#edits.get('remote_run_code') : this.#saved.remote_run_code) !== null;
  }

  #describe(): FormState {
    const long: readonly string[] = LONG_FIELDS;
    const short = Object.fromEntries(FIELDS.filter((field) => !long.includes(field)).map((field) => [field, this.read(field)]));
    return {
      dirty: FIELDS.filter((field) => this.#edits.has(field)),
      short: short as FormState['short'],
      hasRemoteRun: this.#hasRemoteRun(),
      version: this.#version,
      revision: this.#revision,
    };
  }
}

function setEdit(edits: Edits, saved: ScreenFields, field: ScreenField, value: unknown): void {
  if (value === saved[field]) edits.delete(field);
  else edits.set(field, value);
}

function isLiveText(edit: unknown): edit is LiveText {
  return typeof edit === 'object' && edit !== null;
}

/** The editable part of a screen, with the line ends of editors. */
function fieldsOf(screen: Screen): ScreenFields {
  const fields = FIELDS.map((field) => [field, typeof screen[field] === 'string' ? withUnixLines(screen[field]) : screen[field]]);
  return Object.fromEntries(fields) as ScreenFields;
}
