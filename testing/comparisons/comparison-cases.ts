import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ResultCell } from '#features/runs/contract/result-table.ts';

const pair = <T extends z.ZodType>(part: T) => z.tuple([part, part]).optional();

/** What is compared, and by whom. */
const PLACES = {
  python: ['variables', 'custom'],
  r: ['r'],
  sql: ['table', 'custom_table'],
  text: ['output', 'custom_output', 'text_question', 'blanks', 'predict', 'value', 'contains'],
  number: ['number', 'number_gap'],
} as const;
type Input = keyof typeof PLACES;
type Place<I extends Input = Input> = (typeof PLACES)[I][number];

const Case = z.strictObject({
  what: z.string(),
  /** Expressions: the expected value and the learner's. */
  python: pair(z.string()),
  r: pair(z.string()),
  sql: pair(ResultCell),
  text: pair(z.string()),
  number: pair(z.string()),
  same: z.boolean(),
  but: z.record(z.string(), z.boolean()).optional(),
  why: z.string().optional(),
});
type Case = z.infer<typeof Case>;

/** Every case of cases.json, which the comparisons of all languages agree about. */
export const COMPARISON_CASES: readonly Case[] = z
  .object({ about: z.string(), cases: z.array(Case) })
  .parse(JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'))).cases;

/** The comparisons that a case names as exceptions, without a reason or without an input for them. */
export function unfoundedExceptions({ but = {}, why, same, ...inputs }: Case): string[] {
  const compared = new Set<string>(Object.entries(PLACES).flatMap(([input, places]) => (inputs[input as Input] ? places : [])));
  return Object.entries(but).flatMap(([place, verdict]) => (verdict === same || why === undefined || !compared.has(place) ? [place] : []));
}

type Sides<I extends Input> = I extends 'sql' ? ResultCell : string;

/** What a comparison gets, and whether both sides are the same for it. */
export function casesOf<I extends Input>(input: I, place: Place<I>) {
  return COMPARISON_CASES.flatMap((each) => {
    const sides = each[input] as readonly [Sides<I>, Sides<I>] | undefined;
    return sides ? [{ what: each.what, expected: sides[0], actual: sides[1], isSame: each.but?.[place] ?? each.same }] : [];
  });
}

const Rewrite = z.strictObject({
  answer: z.string(),
  right: z.array(z.string()),
  refused: z.array(z.tuple([z.string(), z.string()])).default([]),
});

/** Answers with code that does the same, and code that is refused for a reason: rewrites.json. */
export const REWRITES = z
  .strictObject({
    about: z.string(),
    tables: z.array(z.string()),
    python: z.array(Rewrite),
    r: z.array(Rewrite),
    sql: z.array(Rewrite),
    shell: z.array(Rewrite),
  })
  .parse(JSON.parse(readFileSync(new URL('rewrites.json', import.meta.url), 'utf8')));

/** Each answer of a language with each code in its place, and whether it is accepted. */
export function rewritesOf(language: 'python' | 'r' | 'sql' | 'shell') {
  return REWRITES[language].flatMap(({ answer, right, refused }) => [
    ...right.map((code) => ({ answer, code, isSame: true })),
    ...refused.map(([code]) => ({ answer, code, isSame: false })),
  ]);
}
