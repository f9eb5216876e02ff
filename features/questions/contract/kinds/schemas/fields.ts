import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';

/** Fields that the schemas of several kinds have. */

export const text = z.string().max(LIMITS.textMax, 'This text is too long.');
/** Texts that are read whenever somebody opens or answers the question: judging takes time that grows with them. */
export const shortText = z
  .string()
  .max(LIMITS.shortTextMax, `This text is too long: it can have at most ${LIMITS.shortTextMax.toLocaleString('en')} characters.`);
export const line = z.string().max(1_000, 'This answer is too long: it can have at most 1,000 characters.');
export const items = <T extends z.ZodType>(item: T) => z.array(item).max(LIMITS.rowsMax, `There can be at most ${LIMITS.rowsMax}.`);

/** What learners read after a wrong answer that the author expected: the whole answer, a gap, a line or a choice. */
export const AnswerFeedback = z.object({ answer: line.default(''), message: text.default('') });
export type AnswerFeedback = z.infer<typeof AnswerFeedback>;
