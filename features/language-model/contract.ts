import { z } from 'zod';
import { Proof, Proposal } from '#features/proposals/contract.ts';
import { BUILT_MARKDOWN } from '#features/screens/contract/screen-texts.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { TextLanguage } from '#platform/contract/text-language.ts';

/** Characters of a wrong answer. */
export const WRONG_ANSWER_MAX = 20_000;

/** What a language model can be asked to draft for a screen. */
export const ModelTask = z.discriminatedUnion('kind', [
  /** A custom check for the answer. */
  z.strictObject({ kind: z.literal('check') }),
  /** Wrong choices for a multiple choice question. */
  z.strictObject({ kind: z.literal('distractors'), question_id: RowId }),
  /** Descriptions of the images that have none. */
  z.strictObject({ kind: z.literal('alt-text') }),
  /** What the custom check says to a wrong answer. */
  z.strictObject({
    kind: z.literal('message'),
    code: z.string().max(WRONG_ANSWER_MAX, 'The wrong answer is too long.').regex(/\S/, 'Paste a wrong answer.'),
  }),
  /** A text in plainer words. */
  z.strictObject({ kind: z.literal('wording'), field: z.enum(BUILT_MARKDOWN as [(typeof BUILT_MARKDOWN)[number]]) }),
  /** The texts that learners read, in another language. */
  z.strictObject({ kind: z.literal('translation'), language: TextLanguage }),
]);
export type ModelTask = z.infer<typeof ModelTask>;
const ModelTaskKind = z.enum(['check', 'distractors', 'alt-text', 'message', 'wording', 'translation'] satisfies ModelTask['kind'][]);
export type ModelTaskKind = ModelTask['kind'];

/** How a request ended: with a proposal, a draft that its proof refutes, a reply that is no draft, no reply, or Stop. */
const ModelOutcome = z.enum(['proposed', 'not-proven', 'unusable', 'failed', 'stopped']);
export type ModelOutcome = z.infer<typeof ModelOutcome>;

/** A request in the ledger. */
const ModelRequest = z.object({
  id: z.number().int(),
  person: z.string(),
  /** Null: it was deleted for good. */
  lesson: z.object({ id: z.number().int(), sequence: z.number().int(), title: z.string() }).nullable(),
  screen_id: z.number().int().nullable(),
  kind: ModelTaskKind,
  model: z.string(),
  started_at: z.string(),
  /** Null: it runs, or the server ended before it. */
  outcome: ModelOutcome.nullable(),
  duration_ms: z.number().int().nullable(),
  sent_bytes: z.number().int(),
  received_bytes: z.number().int(),
});
export type ModelRequest = z.infer<typeof ModelRequest>;

/** Where requests go. */
const ModelEndpoint = z.object({ model: z.string(), host: z.string(), per_day: z.number().int() });

export const MODEL_REQUESTS_PAGE = 100;

const screenParams = z.object({ lessonId: Id, screenId: Id });

export const languageModelRoutes = {
  getModelOffer: route({
    method: 'GET',
    path: '/api/lesson/{id}/model',
    summary: 'Returns the language model that can be asked about a lesson: null if there is none, or its release doesn’t allow it',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: z.object({ model: z.string().nullable() }),
    errors: ['not_found'],
  }),
  prepareModelRequest: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/model/prepare',
    queue: 'heavy',
    summary: 'Returns exactly what would be sent to the language model. Sends nothing',
    access: 'signed-in',
    params: screenParams,
    body: ModelTask,
    reply: z.object({
      ...ModelEndpoint.shape,
      /** The body of the request. */
      body: z.string(),
      /** Identifies it in `draftWithModel`. */
      hash: z.string(),
      /** Requests that you can still send today. */
      left: z.number().int(),
    }),
    errors: ['not_found', 'refused'],
  }),
  draftWithModel: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/model/draft',
    queue: 'long',
    summary: 'Sends what `prepareModelRequest` returned, and proposes the draft if its proof passes; otherwise returns the findings',
    access: 'signed-in',
    servedBy: 'person',
    params: screenParams,
    body: z.object({ task: ModelTask, hash: z.string().max(64), operation_id: OperationId.optional() }),
    /** `proposal`: null if the proof has findings. */
    reply: z.object({ proposal: Proposal.nullable(), proof: Proof }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  listModelRequests: route({
    method: 'GET',
    path: '/api/model-requests',
    summary:
      'Returns where requests to the language model go, and those that were sent, newest first. `before` is the `next` of the previous page',
    access: 'owner',
    query: z.object({ before: Id.optional() }),
    reply: z.object({
      /** Null: none is set. */
      endpoint: ModelEndpoint.nullable(),
      requests: z.array(ModelRequest),
      /** Null on the last page. */
      next: z.number().int().nullable(),
    }),
  }),
};
