import { z } from 'zod';
import { LessonFields } from '#features/lessons/contract/lessons.ts';
import { FileDiff } from '#features/review/contract/pull-diffs.ts';
import { QuestionFields, ScreenFields } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage, oneLine } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, Int4, RowId, route } from '#platform/contract/route.ts';

/**
 * A change of a screen or of a lesson's texts that waits for an author.
 *
 *     open ──▶ accepted      an author saved it
 *       ├────▶ declined      an author refused it
 *       ├────▶ withdrawn     its sender took it back
 *       └────▶ outdated      the screen changed, and it can't be merged or proven any more
 */
export const ProposalState = z.enum(['open', 'accepted', 'declined', 'withdrawn', 'outdated']);
export type ProposalState = z.infer<typeof ProposalState>;

/** Why a proposal goes back to its sender. */
export const PROOF_FINDINGS = [
  'answer-fails',
  'unsolved-passes',
  'shortcut-passes',
  'mistakes-pass',
  'rewrites-fail',
  'flaky',
  'message',
  'old-checks',
  'old-tests',
  'checks-removed',
  'loosened',
  'output',
  'leak',
  'question',
  'link',
  'preflight',
] as const;
export type ProofFindingKind = (typeof PROOF_FINDINGS)[number];

export const ProofFinding = z.object({
  kind: z.enum(PROOF_FINDINGS),
  /** One sentence. */
  text: z.string(),
});
export type ProofFinding = z.infer<typeof ProofFinding>;

/** What was shown of a proposal, and what speaks against it. It never says that a change is right. */
export const Proof = z.object({
  passes: z.boolean(),
  findings: z.array(ProofFinding),
  /** What was tried and how it ended, one sentence each. */
  facts: z.array(z.string()),
});
export type Proof = z.infer<typeof Proof>;

const isFilled = (fields: object) => Object.keys(fields).length > 0;
const NOTHING = 'Name at least one field to change.';

/** Recorded outputs, compared variables, tests and the type of a screen can't be proposed. */
export const ProposedScreenFields = z
  .strictObject({
    ...ScreenFields.omit({ type: true }).partial().shape,
    title: oneLine(LIMITS.titleMax).optional(),
    /** All questions in order: those with an id are stored ones, those without are new. */
    multipleChoiceQuestions: z
      .array(QuestionFields.extend({ id: RowId.optional() }))
      .max(LIMITS.questionsMax)
      .optional(),
  })
  .refine(isFilled, NOTHING);
export type ProposedScreenFields = z.infer<typeof ProposedScreenFields>;

/** The texts of a lesson. Its settings can't be proposed. */
export const ProposedLessonFields = z
  .strictObject(
    LessonFields.pick({
      title: true,
      meta_title: true,
      meta_description: true,
      description: true,
      overview: true,
      objectives: true,
    }).partial().shape,
  )
  .refine(isFilled, NOTHING);
export type ProposedLessonFields = z.infer<typeof ProposedLessonFields>;

export const ProposedChange = z
  .strictObject({
    lesson_id: RowId,
    /** Absent: the texts of the lesson itself. */
    screen_id: RowId.optional(),
    /** The `revision` of the screen or lesson that the change was made from. */
    base_revision: Int4,
    /** Of the screen. Fields that are left out stay as they are. */
    fields: ProposedScreenFields.optional(),
    /** Of the lesson. */
    lesson_fields: ProposedLessonFields.optional(),
    reason: commitMessage(500).min(1, 'Say why in a sentence: authors read it beside the change.'),
    operation_id: OperationId.optional(),
  })
  .refine(
    ({ screen_id, fields, lesson_fields }) => (screen_id === undefined ? !fields && lesson_fields : fields && !lesson_fields),
    'Send `fields` with a `screen_id`, or `lesson_fields` without one.',
  );
export type ProposedChange = z.infer<typeof ProposedChange>;

export const Proposal = z.object({
  id: z.number().int(),
  lesson_id: z.number().int(),
  lesson_sequence: z.number().int(),
  lesson_title: z.string(),
  release_name: z.string(),
  /** Null: the texts of the lesson. */
  screen_id: z.number().int().nullable(),
  screen_sequence: z.number().int().nullable(),
  screen_title: z.string().nullable(),
  /** Labels of what it changes. */
  changes: z.array(z.string()),
  reason: z.string(),
  proof: Proof,
  state: ProposalState,
  /** The token or person that sent it. */
  proposed_by: z.string(),
  created_at: z.string(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Why it was declined, or no longer applies. */
  decision: z.string().nullable(),
  /** Whether you sent it, and can withdraw it. */
  is_own: z.boolean(),
});
export type Proposal = z.infer<typeof Proposal>;

/** A proposal with what it changes compared with what is stored now. */
const ProposalDetails = Proposal.extend({ files: z.array(FileDiff) });
export type ProposalDetails = z.infer<typeof ProposalDetails>;

/** What became of a proposal that was to be accepted. */
const Acceptance = z.object({
  id: z.number().int(),
  is_accepted: z.boolean(),
  /** Why not; null: it is saved. */
  problem: z.string().nullable(),
});
export type Acceptance = z.infer<typeof Acceptance>;

/** How many proposals of one person may wait. */
export const WAITING_MAX = 100;
/** How many proposals can be accepted together. */
export const ACCEPTED_TOGETHER_MAX = 20;
/** How many proposals a list returns. */
export const LISTED_MAX = 200;

const idParams = z.object({ id: Id });
const operation = { operation_id: OperationId.optional() };

export const proposalRoutes = {
  proposeChange: route({
    method: 'POST',
    path: '/api/proposals',
    queue: 'long',
    summary:
      'Proves a change on a copy. One that passes waits for an author; one that doesn’t comes back with its findings and is not stored',
    access: 'signed-in',
    forAssistants: true,
    servedBy: 'person',
    perMinute: 30,
    bodyLimit: 4 * 1024 * 1024,
    body: ProposedChange,
    /** `proposal`: null if the proof has findings. */
    reply: z.object({ proposal: Proposal.nullable(), proof: Proof }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  listProposals: route({
    method: 'GET',
    path: '/api/proposals',
    summary: 'Returns proposals, newest first: yours, those of a lesson, or those on lessons that you own',
    access: 'signed-in',
    forAssistants: true,
    query: z.object({
      of: z.enum(['mine', 'lesson', 'waiting']).default('mine'),
      /** With `of=lesson`. */
      lesson_id: Id.optional(),
      /** Also those that are decided. */
      all: z.stringbool().default(false),
    }),
    reply: z.array(Proposal),
    errors: ['not_found'],
  }),
  getProposal: route({
    method: 'GET',
    path: '/api/proposals/{id}',
    queue: 'heavy',
    summary: 'Returns a proposal and what it changes, file by file',
    access: 'signed-in',
    forAssistants: true,
    params: idParams,
    reply: ProposalDetails,
    errors: ['not_found'],
  }),
  acceptProposals: route({
    method: 'POST',
    path: '/api/proposals/accept',
    queue: 'long',
    summary: 'Saves proposals as your own edits, one after the other. Those whose lesson has changed are merged and proven again',
    access: 'signed-in',
    servedBy: 'person',
    body: z.object({ ids: z.array(RowId).min(1).max(ACCEPTED_TOGETHER_MAX), ...operation }),
    reply: z.array(Acceptance),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  acceptProposal: route({
    method: 'POST',
    path: '/api/proposals/{id}/accept',
    queue: 'long',
    summary: 'Saves a proposal as your own edit. If the lesson has changed, it is merged and proven again, or no longer applies',
    access: 'signed-in',
    servedBy: 'person',
    params: idParams,
    body: z.object(operation),
    reply: Acceptance,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  declineProposal: route({
    method: 'POST',
    path: '/api/proposals/{id}/decline',
    summary: 'Declines a proposal, with a word for its sender',
    access: 'signed-in',
    params: idParams,
    body: z.object({ reason: commitMessage(500).default('') }),
    reply: Proposal,
    errors: ['not_found', 'refused'],
  }),
  withdrawProposal: route({
    method: 'POST',
    path: '/api/proposals/{id}/withdraw',
    summary: 'Withdraws your own proposal',
    access: 'signed-in',
    forAssistants: true,
    params: idParams,
    reply: Proposal,
    errors: ['not_found', 'refused'],
  }),
};
