import { LessonFields } from '#contract/lessons.ts';
import type { Lesson } from '#contract/lessons.ts';

/**
 * The edited state of a lesson's metadata: what the server has, and the fields that differ from it. It compares values:
 * an undone edit is no edit.
 */
export interface LessonForm {
  /** What the edits began from. */
  readonly base: LessonFields;
  readonly revision: number;
  /** Only fields that differ from `base`. */
  readonly edits: Partial<LessonFields>;
}

export function startForm(lesson: Lesson): LessonForm {
  return { base: fieldsOf(lesson), revision: lesson.revision, edits: {} };
}

/** The fields as they stand on the page. */
export function currentFields(form: LessonForm): LessonFields {
  return { ...form.base, ...form.edits };
}

export function isDirty(form: LessonForm): boolean {
  return Object.keys(form.edits).length > 0;
}

/** The form with other values in some fields. */
export function edit(form: LessonForm, change: Partial<LessonFields>): LessonForm {
  return { ...form, edits: differing({ ...form.edits, ...change }, form.base) };
}

/** The form with a kept draft in it, which is saved from the revision that it began on. */
export function restoreDraft(form: LessonForm, draft: { fields: Partial<LessonFields>; base_revision: number }): LessonForm {
  return {
    ...form,
    revision: Math.min(form.revision, draft.base_revision),
    edits: differing({ ...form.edits, ...draft.fields }, form.base),
  };
}

/**
 * What the server has by now, under the edits. Where somebody else changed a field under edit the form stays on its old
 * revision, and the server merges both when it is saved.
 */
export function rebase(form: LessonForm, lesson: Lesson): LessonForm {
  if (lesson.revision <= form.revision && isDirty(form)) return form;
  const base = fieldsOf(lesson);
  const isTouched = fieldNames(form.edits).some((name) => !isSame(form.base[name], base[name]));
  return isTouched ? form : { base, revision: lesson.revision, edits: differing(form.edits, base) };
}

/** The form after `sent` was saved: what was typed meanwhile is still an edit. */
export function afterSave(form: LessonForm, sent: Partial<LessonFields>, lesson: Lesson): LessonForm {
  const base = fieldsOf(lesson);
  const typed = fieldNames(form.edits).filter((name) => !(name in sent) || !isSame(form.edits[name], sent[name]));
  return { base, revision: lesson.revision, edits: differing(pick(form.edits, typed), base) };
}

/** What a decided conflict saves: what was decided, and the other edited fields as the server merged them. */
export function resolvedEdits(
  edits: Partial<LessonFields>,
  merged: Record<string, unknown>,
  decided: Record<string, unknown>,
): Partial<LessonFields> {
  return LessonFields.partial().parse({ ...edits, ...pick(merged, Object.keys(edits)), ...decided });
}

function fieldsOf(lesson: Lesson): LessonFields {
  return pick(lesson, LessonFields.keyof().options) as LessonFields;
}

function fieldNames(fields: Partial<LessonFields>): (keyof LessonFields)[] {
  return Object.keys(fields) as (keyof LessonFields)[];
}

function differing(fields: Partial<LessonFields>, base: LessonFields): Partial<LessonFields> {
  return pick(
    fields,
    fieldNames(fields).filter((name) => !isSame(fields[name], base[name])),
  );
}

function pick<T extends object>(from: T, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<T>;
}

/** Fields are texts, numbers, switches, nothing, and lists of these. */
function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  return left === right;
}
