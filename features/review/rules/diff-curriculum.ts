import type { CurriculumContent, StepContent } from '#features/content-model/rules/curriculum-content.ts';
import { changedFields } from '#features/documents/rules/changed-fields.ts';
import { courseLabel } from '#features/documents/rules/content-labels.ts';
import type { CurriculumDiff, FieldChange, ListedNumber } from '../changed-curriculum.policy.ts';

/**
 * What differs between two states of a course or path.
 *
 * @param before Null: main doesn't have it.
 * @param after Null: the release deletes it.
 * @param titles What the numbers in its lists stand for.
 */
export function diffCurriculum(
  before: CurriculumContent | null,
  after: CurriculumContent | null,
  titles: ReadonlyMap<number, string>,
): CurriculumDiff {
  const numbers = (old: readonly number[], now: readonly number[]) =>
    diffOrder(old, now).map(({ key, change }): ListedNumber => ({ number: key, title: titles.get(key) ?? null, change }));
  const isCourse = 'lessons' in (after ?? before ?? {});
  const fields = fieldChanges(ownFields(before), ownFields(after));
  if (isCourse) return { fields, lists: [{ step: null, change: 'same', fields: [], items: numbers(lessonsOf(before), lessonsOf(after)) }] };
  const [old, now] = [stepsOf(before), stepsOf(after)];
  return {
    fields,
    lists: diffOrder([...old.keys()], [...now.keys()]).map(({ key, change }) => {
      const [was, is] = [old.get(key), now.get(key)];
      return {
        step: (is ?? was)?.name ?? '',
        change,
        fields: fieldChanges(stepFields(was), stepFields(is)),
        items: numbers(was?.courses ?? [], is?.courses ?? []),
      };
    }),
  };
}

function ownFields(content: CurriculumContent | null): object {
  return content ? { sequence: content.sequence, ...content.fields } : {};
}

function lessonsOf(content: CurriculumContent | null): readonly number[] {
  return content && 'lessons' in content ? content.lessons : [];
}

function stepsOf(content: CurriculumContent | null): ReadonlyMap<string, StepContent> {
  return new Map((content && 'steps' in content ? content.steps : []).map((step) => [step.uuid, step]));
}

function stepFields(step: StepContent | undefined): object {
  if (!step) return {};
  const { uuid: _uuid, courses: _courses, ...fields } = step;
  return fields;
}

/** Fields that are empty on both sides are left out, and of something new or deleted also the name, which is its title, and what is off. */
function fieldChanges(before: object, after: object): FieldChange[] {
  const isOnBothSides = Object.keys(before).length > 0 && Object.keys(after).length > 0;
  return Object.keys(changedFields(before, after).after)
    .filter((field) => isOnBothSides || !isPlain(before, after, field))
    .map((field) => ({ label: courseLabel(field), before: textOf(before, field), after: textOf(after, field) }))
    .filter((field) => field.before !== field.after);
}

function isPlain(before: object, after: object, field: string): boolean {
  return field === 'name' || [before, after].some((side) => (side as Readonly<Record<string, unknown>>)[field] === false);
}

function textOf(side: object, field: string): string {
  const value = (side as Readonly<Record<string, unknown>>)[field];
  if (value === null || value === undefined) return '';
  // Its label says the opposite.
  if (field === 'hidden') return value === true ? 'No' : 'Yes';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Ordered<K> {
  readonly key: K;
  readonly change: 'same' | 'added' | 'removed' | 'moved';
}

/**
 * Two orders of keys as one list: that of `after`, with each removed key after the one that it followed. As few keys as possible count as moved.
 */
export function diffOrder<K>(before: readonly K[], after: readonly K[]): Ordered<K>[] {
  const was = new Map(before.map((key, index) => [key, index]));
  const is = new Set(after);
  const kept = longestRise(after.flatMap((key) => was.get(key) ?? []));
  const list: Ordered<K>[] = after.map((key) => {
    const at = was.get(key);
    return { key, change: at === undefined ? 'added' : kept.has(at) ? 'same' : 'moved' };
  });
  let follows = -1;
  for (const key of before) {
    if (is.has(key)) follows = list.findIndex((each) => each.key === key);
    else list.splice(++follows, 0, { key, change: 'removed' });
  }
  return list;
}

/** A longest rising subsequence of different numbers, by patience sorting (Fredman, 1975). */
function longestRise(numbers: readonly number[]): Set<number> {
  /** The smallest last number of a rise of each length. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const number of numbers) {
    const found = ends.findIndex((end) => end > number);
    const at = found < 0 ? ends.length : found;
    previous.set(number, ends[at - 1]);
    ends[at] = number;
  }
  const rise = new Set<number>();
  for (let number = ends.at(-1); number !== undefined; number = previous.get(number)) rise.add(number);
  return rise;
}
