import { BLANKS_SCHEMAS } from './blanks.ts';
import { MATCH_SCHEMAS } from './match.ts';
import { NUMBER_SCHEMAS } from './number.ts';
import { ORDER_SCHEMAS } from './order.ts';
import { PREDICT_SCHEMAS } from './predict.ts';
import { TEXT_SCHEMAS } from './text.ts';

/** Of each kind what its author writes, and what learners get of that: never an answer. */
export const KIND_SCHEMAS = [NUMBER_SCHEMAS, TEXT_SCHEMAS, BLANKS_SCHEMAS, ORDER_SCHEMAS, MATCH_SCHEMAS, PREDICT_SCHEMAS] as const;

type Part<T extends readonly Readonly<Record<P, unknown>>[], P extends PropertyKey> = { readonly [I in keyof T]: T[I][P] };
/** One part of all entries, for a union of them. */
export type SchemasOf<P extends 'task' | 'ask'> = Part<typeof KIND_SCHEMAS, P>;
