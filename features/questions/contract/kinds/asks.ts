import { z } from 'zod';
import { LIMITS } from '#platform/contract/limits.ts';
import { KIND_SCHEMAS, type SchemasOf } from './schemas/kind-schemas.ts';

/** What a learner gets of a task: never an answer. */

export const QuestionAsk = z.discriminatedUnion('kind', KIND_SCHEMAS.map(({ ask }) => ask) as unknown as SchemasOf<'ask'>);
export type QuestionAsk = z.infer<typeof QuestionAsk>;
export type AskOf<K extends QuestionAsk['kind']> = Extract<QuestionAsk, { kind: K }>;

/**
 * What a learner gives, by kind:
 * - number, text, predict: the text, alone;
 * - blanks: the text of each gap;
 * - order: the chosen lines in order, each as its index in `lines`, or as `index:indent` with levels of indentation;
 * - match: the index in `choices` for each left side, or an empty text;
 * - choice: the index of each picked option.
 */
export const Given = z.array(z.string().max(LIMITS.answerMax)).max(200);
export type Given = readonly string[];
