import { z } from 'zod';
import { BulkEditResult, LeftAlone } from '#features/bulk-edits/contract.ts';
import { SEARCH_KIND_NAMES } from '#features/search/contract/search-kinds.ts';
import { SearchQuery } from '#features/search/contract/search.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { RowId, route } from '#platform/contract/route.ts';

const count = z.number().int();

/** Texts that one call changes. */
export const REPLACED_TEXTS_MAX = 10_000;
const REPLACEMENT_MAX = 10_000;
const BODY_BYTES = 16 * 1024 * 1024;

const replacement = z.string().max(REPLACEMENT_MAX, `A replacement can have at most ${REPLACEMENT_MAX} characters.`);

/** A match with its replacement, in the line where it begins. */
const PreviewedChange = z.object({
  from: count,
  to: count,
  line: count,
  head: z.string(),
  removed: z.string(),
  added: z.string(),
  tail: z.string(),
});
export type PreviewedChange = z.infer<typeof PreviewedChange>;

const PreviewedText = z.object({
  /** Null: a text of the lesson itself. */
  screen_id: count.nullable(),
  screen_sequence: count.nullable(),
  screen_title: z.string().nullable(),
  field: z.string(),
  kind: z.enum(SEARCH_KIND_NAMES),
  label: z.string(),
  /** Hash of the whole text, as it is previewed. */
  hash: z.string(),
  changes: z.array(PreviewedChange),
});
export type PreviewedText = z.infer<typeof PreviewedText>;

const PreviewedReplacement = z.object({
  id: count,
  sequence: count,
  title: z.string(),
  release_name: z.string(),
  texts: z.array(PreviewedText),
});
export type PreviewedReplacement = z.infer<typeof PreviewedReplacement>;

/** Found, but not replaced. */
const NotReplaced = z.object({
  lesson_id: count.nullable(),
  sequence: count.nullable(),
  title: z.string(),
  release_name: z.string().nullable(),
  /** What of it; null: the whole lesson. */
  label: z.string().nullable(),
  matches: count,
  reason: z.string(),
});

export const ReplacePreview = z.object({
  lessons: z.array(PreviewedReplacement),
  others: z.array(NotReplaced),
  /** Why there may be more; null: this is everything. */
  stopped: z.enum(['many', 'time']).nullable(),
});
export type ReplacePreview = z.infer<typeof ReplacePreview>;

/** The chosen matches of one text, as it was previewed. */
const ChosenText = z.object({
  lesson_id: RowId,
  screen_id: RowId.nullable(),
  field: z.string().min(1).max(500),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  ranges: z
    .array(z.object({ from: z.number().int().min(0).max(LIMITS.textMax), to: z.number().int().min(0).max(LIMITS.textMax) }))
    .min(1)
    .max(100_000),
});
export type ChosenText = z.infer<typeof ChosenText>;

/** `keeps_case`: a replacement gets the capital letters of its match, unless it differs from it in nothing else. */
const search = { query: SearchQuery, replacement, keeps_case: z.boolean().default(false) };

const plan = {
  ...search,
  texts: z.array(ChosenText).min(1, 'Choose at least one change.').max(REPLACED_TEXTS_MAX),
  operation_id: OperationId.optional(),
};

/** What the checks of a screen say about its replaced code. `failed_before`: they don't pass without the replacement either. */
const CheckedScreen = z.object({
  lesson_id: count,
  sequence: count,
  screen_id: count,
  screen_sequence: count,
  screen_title: z.string(),
  state: z.enum(['passes', 'fails', 'failed_before', 'unchecked']),
  /** Why it fails, or wasn't checked. */
  message: z.string().nullable(),
});
export type CheckedScreen = z.infer<typeof CheckedScreen>;

export const replaceRoutes = {
  previewReplace: route({
    method: 'POST',
    path: '/api/replace/preview',
    queue: 'heavy',
    summary: 'Returns what a replacement would change, and what was found but can’t be changed. Changes nothing',
    access: 'staff',
    perMinute: 300,
    body: z.object(search),
    reply: ReplacePreview,
    errors: ['refused'],
  }),
  checkReplace: route({
    method: 'POST',
    path: '/api/replace/check',
    queue: 'long',
    summary: 'Runs the checks of the code screens that a replacement touches, with their new code. Saves nothing',
    access: 'staff',
    bodyLimit: BODY_BYTES,
    body: z.object(plan),
    reply: z.object({ screens: z.array(CheckedScreen), left: z.array(LeftAlone) }),
    errors: ['refused', 'unavailable'],
  }),
  replace: route({
    method: 'POST',
    path: '/api/replace',
    queue: 'long',
    summary: 'Replaces the chosen matches, all or none, in one commit for each branch. A text that changed since its preview is left alone',
    access: 'staff',
    bodyLimit: BODY_BYTES,
    body: z.object({ ...plan, message: commitMessage(LIMITS.messageMax).optional() }),
    reply: BulkEditResult,
    errors: ['refused'],
  }),
};
