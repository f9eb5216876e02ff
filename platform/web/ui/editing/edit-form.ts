import type { ConflictDetails } from '#platform/contract/errors.ts';
import { earlierRevision, type Revision } from '../../revision.ts';
import { isSameText, type LiveText } from '../code-editor/live-text.ts';

/** A field name with what was put into it: a value of the field, or the live text of the editor that edits it. */
type Edits = Readonly<Record<string, unknown>>;

/** The edited state of some fields. It compares values: an undone edit is no edit. */
export interface EditForm<F extends object> {
  /** What the server has, as far as the page shows it. */
  readonly base: F;
  /** The revision that `base` is of. */
  readonly known: Revision;
  /** The revision that the edits began from; earlier than `known` for a draft of an earlier visit. */
  readonly revision: Revision;
  /** Only fields that differ from `base`. */
  readonly edits: Edits;
}

/** A conflicting save; the revision is what the resolved save begins from. */
export type Conflict = Omit<ConflictDetails, 'revision'> & { revision: Revision };

/** A form without edits. */
export function startForm<F extends object>(base: F, revision: Revision): EditForm<F> {
  return { base, known: revision, revision, edits: {} };
}

/** One field as it is on the page. */
export function currentValue<F extends object, N extends keyof F & string>(form: EditForm<F>, name: N): F[N] {
  return (name in form.edits ? plain(form.edits[name]) : form.base[name]) as F[N];
}

export function isDirty<F extends object>(form: EditForm<F>): boolean {
  return Object.keys(form.edits).length > 0;
}

/** The form with other values in some fields. */
export function edit<F extends object>(form: EditForm<F>, change: Edits): EditForm<F> {
  return settle({ ...form, edits: { ...without(form.edits, Object.keys(change)), ...differing(change, form.base) } });
}

/** The form without edits. */
export function discardEdits<F extends object>(form: EditForm<F>): EditForm<F> {
  return settle({ ...form, edits: {} });
}

/**
 * The form with the fields of a draft, which is saved from the revision that the draft began from. A field that was edited since stays as
 * it is.
 */
export function restoreEdits<F extends object>(form: EditForm<F>, draft: { fields: Partial<F>; base_revision: Revision }): EditForm<F> {
  const fields = pick(
    draft.fields,
    Object.keys(form.base).filter((name) => !(name in form.edits)),
  );
  const restored = differing(fields, form.base);
  if (Object.keys(restored).length === 0) return form;
  return { ...form, revision: earlierRevision(form.revision, draft.base_revision), edits: { ...restored, ...form.edits } };
}

/** The fields of a draft that are not in the form. */
export function missingFields<F extends object>(form: EditForm<F>, fields: Partial<F>): Partial<F> {
  return pick(
    fields,
    Object.keys(form.base).filter((name) => name in fields && !isSame(valueOf(form, name), fields[name as keyof F])),
  );
}

/**
 * Applies what the server has now, under the edits. Where another author changed a field under edit, the form stays on its old revision, and
 * the server merges both when it is saved.
 */
export function rebase<F extends object>(form: EditForm<F>, base: F, revision: Revision): EditForm<F> {
  if (isOlder(revision, form.known) || (revision === form.known && isSame(base, form.base))) return form;
  const isTouched = (name: string) => {
    const theirs = base[name as keyof F];
    return !isSame(form.base[name as keyof F], theirs) && !isSame(form.edits[name], theirs);
  };
  if (Object.keys(form.edits).some(isTouched)) return form;
  const isOfThisPage = form.revision === form.known;
  return settle({ base, known: revision, revision: isOfThisPage ? revision : form.revision, edits: differing(form.edits, base) });
}

/** The form after `sent` was saved: what was typed in the meantime is still an edit. */
export function afterSave<F extends object>(form: EditForm<F>, sent: Partial<F>, base: F, revision: Revision): EditForm<F> {
  // An edit that was undone in the meantime is an edit of what was saved.
  const shown: Edits = { ...pick(form.base, Object.keys(sent)), ...form.edits };
  const typed = Object.keys(shown).filter((name) => !(name in sent) || !isSame(shown[name], sent[name as keyof F]));
  return { base, known: revision, revision, edits: differing(pick(shown, typed), base) };
}

/**
 * The form after a conflict was resolved: `decided` for the fields in conflict, everything else as the server merged it, on the revision
 * that the save met.
 */
export function resolveConflict<F extends object>(form: EditForm<F>, conflict: Conflict, decided: Record<string, unknown>): EditForm<F> {
  const base: Record<string, unknown> = { ...form.base, ...pick(conflict.theirs, Object.keys(form.base)) };
  const edits: Record<string, unknown> = {};
  for (const name of Object.keys(form.base)) {
    const value = name in decided ? decided[name] : name in conflict.merged ? conflict.merged[name] : valueOf(form, name);
    if (name in form.edits || name in conflict.theirs) edits[name] = value;
    else base[name] = value;
  }
  return { base: base as F, known: conflict.revision, revision: conflict.revision, edits: differing(edits, base) };
}

/** Fields are texts, numbers, switches, nothing, and lists and objects of these; an edit can be a live text. */
export function isSame(left: unknown, right: unknown): boolean {
  if (isText(left) && isText(right)) return isSameText(left, right);
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && isSame(left[name as keyof typeof left], right[name as keyof typeof right]))
  );
}

/** Without edits there is nothing that began from an earlier revision. */
function settle<F extends object>(form: EditForm<F>): EditForm<F> {
  return isDirty(form) ? form : { ...form, revision: form.known };
}

function valueOf<F extends object>(form: EditForm<F>, name: string): unknown {
  return name in form.edits ? form.edits[name] : form.base[name as keyof F];
}

function isOlder(one: Revision, other: Revision): boolean {
  return typeof one === 'number' && typeof other === 'number' && one < other;
}

function isText(value: unknown): value is LiveText {
  return typeof value === 'string' || isLive(value);
}

function isLive(value: unknown): value is LiveText {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value.toString !== Object.prototype.toString;
}

function plain(value: unknown): unknown {
  return isLive(value) ? value.toString() : value;
}

function differing(edits: Edits, base: object): Edits {
  return pick(
    edits,
    Object.keys(edits).filter((name) => !isSame(edits[name], base[name as keyof typeof base])),
  );
}

function pick<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as T;
}

function without<T extends object>(from: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name))) as T;
}
