import { getUserNames } from '#features/accounts/server/index.ts';
import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { mergeQuestionWithinLimits } from '#features/documents/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { conflict } from '#platform/server/errors.ts';
import type { QuestionFields } from '../contract/screens.ts';
import type { OptionSkills } from './question-content.ts';
import type { StoredScreen } from './screen-queries.ts';

export type PartialQuestionFields = { [K in keyof QuestionFields]?: QuestionFields[K] | undefined };

/** Applies a save to a stored question. Omitted fields are kept; for a new question they are empty. */
export function withFields<Q extends Omit<QuestionContent, 'uuid'>>(question: Q, input: PartialQuestionFields, skills: OptionSkills): Q {
  return {
    ...question,
    ...(input.question !== undefined && { question: input.question }),
    ...(input.select_type !== undefined && { select_type: input.select_type }),
    ...(input.answer_options !== undefined && { options: skills.toContent(input.answer_options) }),
    ...(input.task !== undefined && { task: input.task }),
    ...(input.skill_id !== undefined && { skill_uuid: skills.toUuid(input.skill_id) }),
  };
}

/** Fields that have another name on the wire. */
const WIRE_NAMES: Readonly<Record<string, string>> = { options: 'answer_options', skill_uuid: 'skill_id' };

/**
 * The result of saving `input`, edited from `base` (undefined: from the stored question), when `stored` is the current
 * one.
 *
 * @throws AppError `conflict` with both sides, in the field names of the API.
 */
export async function mergeQuestionSave(
  handle: Handle,
  screen: StoredScreen,
  stored: QuestionContent,
  { input, base, skills }: { input: PartialQuestionFields; base: QuestionFields | undefined; skills: OptionSkills },
): Promise<QuestionContent> {
  const theirs = skills.presentIn(stored);
  const before = base ? withFields(theirs, base, skills) : theirs;
  const { merged, conflicts } = await mergeQuestionWithinLimits(before, withFields(before, input, skills), theirs);
  if (conflicts.length === 0) return { ...merged, uuid: stored.uuid };
  const torn = new Set(conflicts.map(({ field }) => WIRE_NAMES[field] ?? field));
  const pick = (question: Omit<QuestionContent, 'uuid'>, isTorn: boolean) =>
    Object.fromEntries(Object.entries(skills.toWire(question)).filter(([field]) => torn.has(field) === isTorn));
  const sideOf = (side: 'base' | 'mine' | 'theirs') =>
    pick({ ...merged, ...Object.fromEntries(conflicts.map((each) => [each.field, each[side]])) }, true);
  const names = screen.updated_by === null ? new Map<number, string>() : await getUserNames(handle, [screen.updated_by]);
  throw conflict({
    base: sideOf('base'),
    mine: sideOf('mine'),
    theirs: sideOf('theirs'),
    merged: pick(merged, false),
    revision: screen.revision,
    changed_by: screen.updated_by === null ? null : (names.get(screen.updated_by) ?? null),
  });
}
