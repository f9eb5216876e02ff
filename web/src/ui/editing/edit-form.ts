/**
 * The edited state of some fields: what the server has, and those that differ from it. It compares values: an undone edit is no edit.
 */
export interface EditForm<F extends object> {
  /** What the edits began from. */
  readonly base: F;
  readonly revision: number;
  /** Only fields that differ from `base`. */
  readonly edits: Partial<F>;
}

/** What the server sent: all fields of the form, and the revision that they are of. */
export type Stored<F extends object> = F & { readonly revision: number };

/** Edits that were kept while they were typed, and the revision that they began from. */
export interface KeptEdits<F extends object> {
  fields: Partial<F>;
  base_revision: number;
}

type Names<F> = readonly (keyof F & string)[];

/** A form without edits. `names` are the fields that it is about. */
export function startForm<F extends object>(stored: Stored<F>, names: Names<F>): EditForm<F> {
  return { base: pick<F>(stored, names) as F, revision: stored.revision, edits: {} };
}

/** The fields as they stand on the page. */
export function currentFields<F extends object>(form: EditForm<F>): F {
  return { ...form.base, ...form.edits };
}

export function isDirty<F extends object>(form: EditForm<F>): boolean {
  return Object.keys(form.edits).length > 0;
}

/** The form with other values in some fields. */
export function edit<F extends object>(form: EditForm<F>, change: Partial<F>): EditForm<F> {
  return { ...form, edits: differing({ ...form.edits, ...change }, form.base) };
}

/** The form with kept edits in it, which is saved from the revision that they began on. */
export function restoreEdits<F extends object>(form: EditForm<F>, kept: KeptEdits<F>): EditForm<F> {
  return {
    ...form,
    revision: Math.min(form.revision, kept.base_revision),
    edits: differing({ ...form.edits, ...kept.fields }, form.base),
  };
}

/**
 * What the server has by now, under the edits. Where somebody else changed a field under edit the form stays on its old revision,
 * and the server merges both when it is saved.
 */
export function rebase<F extends object>(form: EditForm<F>, stored: Stored<F>): EditForm<F> {
  if (stored.revision <= form.revision && isDirty(form)) return form;
  const base = pick<F>(stored, fieldNames(form.base)) as F;
  const isTouched = fieldNames(form.edits).some((name) => !isSame(form.base[name], base[name]));
  return isTouched ? form : { base, revision: stored.revision, edits: differing(form.edits, base) };
}

/** The form after `sent` was saved: what was typed meanwhile is still an edit. */
export function afterSave<F extends object>(form: EditForm<F>, sent: Partial<F>, stored: Stored<F>): EditForm<F> {
  const base = pick<F>(stored, fieldNames(form.base)) as F;
  const typed = fieldNames(form.edits).filter((name) => !(name in sent) || !isSame(form.edits[name], sent[name]));
  return { base, revision: stored.revision, edits: differing(pick<F>(form.edits, typed), base) };
}

/** What a decided conflict saves: what was decided, and the other edited fields as the server merged them. */
export function resolvedEdits<F extends object>(
  edits: Partial<F>,
  merged: Record<string, unknown>,
  decided: Record<string, unknown>,
): Record<string, unknown> {
  return { ...edits, ...pick<Record<string, unknown>>(merged, fieldNames(edits)), ...decided };
}

function fieldNames<F extends object>(fields: Partial<F>): (keyof F & string)[] {
  return Object.keys(fields) as (keyof F & string)[];
}

function differing<F extends object>(fields: Partial<F>, base: F): Partial<F> {
  return pick<F>(
    fields,
    fieldNames(fields).filter((name) => !isSame(fields[name], base[name])),
  );
}

function pick<F extends object>(from: Partial<F>, names: readonly string[]): Partial<F> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<F>;
}

/** Fields are texts, numbers, switches, nothing, and lists and objects of these. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && isSame(left[name as keyof typeof left], right[name as keyof typeof right]))
  );
}
