import type { CourseContent, PathContent, StepContent } from './course-content.ts';
import { askForOrder, mergeKeyed, mergeOrder, type Places, type Sides } from './merge-places.ts';
import { courseLabel } from './place-labels.ts';

/**
 * Merges two versions of a course: fields three-way and by line, its list of lessons by number. Unresolved fields keep mine and
 * are added to the conflicts of `places`. `base` null: created on both sides.
 */
export function mergeCourse(places: Places, { base, mine, theirs }: Versions<CourseContent>): CourseContent {
  const sheetOf = ({ uuid, sequence, fields, lessons }: CourseContent) => ({ uuid, sequence, ...fields, lessons });
  const merged = places.fields('course.', courseLabel, { base: base && sheetOf(base), mine: sheetOf(mine), theirs: sheetOf(theirs) });
  const { uuid, sequence, lessons, ...fields } = merged;
  return { uuid, sequence, fields, lessons };
}

/** Merges two versions of a path like {@link mergeCourse}; its steps by uuid and order. */
export function mergePath(places: Places, { base, mine, theirs }: Versions<PathContent>): PathContent {
  const sheetOf = ({ uuid, sequence, fields }: PathContent) => ({ uuid, sequence, ...fields });
  const merged = places.fields('path.', courseLabel, { base: base && sheetOf(base), mine: sheetOf(mine), theirs: sheetOf(theirs) });
  const { uuid, sequence, ...fields } = merged;
  return { uuid, sequence, fields, steps: mergeSteps(places, { base: base?.steps ?? [], mine: mine.steps, theirs: theirs.steps }) };
}

type Versions<T> = Sides<T | null> & { readonly mine: T; readonly theirs: T };

function mergeSteps(places: Places, steps: Sides<readonly StepContent[]>): StepContent[] {
  const nameOf = (step: StepContent) => `Step “${step.name}”`;
  const stay = mergeKeyed<StepContent>(steps, {
    keyOf: ({ uuid }) => uuid,
    keep: (step, has) => places.askToKeep(`step.${step.uuid}`, nameOf(step), has),
    merge: (sides) => places.fields(`step.${sides.mine.uuid}.`, (field) => `${nameOf(sides.mine)}: ${courseLabel(field)}`, sides),
  });
  const uuidsOf = (list: readonly StepContent[]) => list.map(({ uuid }) => uuid);
  const orders = { base: uuidsOf(steps.base), mine: uuidsOf(steps.mine), theirs: uuidsOf(steps.theirs) };
  const { order, isClear } = mergeOrder(orders, stay);
  const place = { key: 'path.steps', label: courseLabel('steps'), titleOf: (uuid: string) => stay.get(uuid)?.name || 'Unnamed' };
  return (isClear ? order : askForOrder(places, place, orders, order)).flatMap((uuid) => stay.get(uuid) ?? []);
}
