/**
 * A change that a language model drafts. What was shown is sent, and the reply becomes fields of this one screen, which are proven like
 * any other proposal. Nothing of the reply is stored or shown before its proof.
 */

import { ZodError } from 'zod';
import { ProposedChange } from '#features/proposals/contract.ts';
import { inTurn, proveAndStore, type Proven } from '#features/proposals/server/index.ts';
import { didPass } from '#features/runs/contract/runs.ts';
import { getRunContext } from '#features/runs/server/index.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { runUnstored } from '#features/tests/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { AppError, refused, tooMany } from '#platform/server/errors.ts';
import { findUnboundedInput } from '#platform/server/http/input-bounds.ts';
import type { ModelConfig } from '#platform/server/model-config.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { ModelOutcome, ModelTask } from '../contract.ts';
import { UnusableReply, type Draft } from '../rules/drafts.ts';
import { readCompletion } from '../rules/request-body.ts';
import { MESSAGES } from './messages.ts';
import { postRequest, POST_LIMITS, type PostLimits, type Traffic } from './post-request.ts';
import { getModelFor, prepareRequest, type AskedScreen } from './prepare-request.ts';
import { beginRequest, countToday, endRequest } from './queries.ts';

/** A reply that is no draft is asked for once more. */
const ATTEMPTS = 2;

interface DraftRequest {
  readonly task: ModelTask;
  /** Of what was shown. */
  readonly hash: string;
  readonly operation_id?: string | undefined;
}

/**
 * @throws AppError `not_found`; `forbidden` and `refused` as for an edit; `refused` also if the screen isn't as it was shown, or the
 * reply is no draft; `too_many`; `unavailable` if there is no reply
 */
export async function draftChange(
  platform: Platform,
  actor: Actor,
  address: AskedScreen,
  { task, hash, operation_id }: DraftRequest,
  limits: PostLimits = POST_LIMITS,
): Promise<Proven> {
  const { db, operations } = platform;
  const endpoint = await getModelFor(platform, actor, address.lessonId);
  return inTurn(actor, () =>
    operations.run({ id: operation_id, actor, stopped: MESSAGES.stopped }, async (operation) => {
      const prepared = await prepareRequest(platform, actor, address, task);
      if (prepared.hash !== hash) throw refused(MESSAGES.changed);
      if ((await countToday(db, actor.id)) >= endpoint.perDay) throw tooMany(MESSAGES.quota(endpoint.perDay));
      const about = { user_id: actor.id, lesson_id: address.lessonId, screen_id: address.screenId, kind: task.kind, model: endpoint.model };
      return recorded(platform, about, operation, async (traffic) => {
        const change = await askForChange(platform, endpoint, prepared, { operation, traffic, limits });
        const refuted = await tryWrongAnswer(platform, actor, change, operation);
        return refuted ?? proveAndStore(platform, actor, { ...change.proposed, sender: endpoint.model }, operation);
      });
    }),
  );
}

/** Keeps a request in the ledger, however it ends. */
async function recorded(
  { db }: Pick<Platform, 'db'>,
  about: Parameters<typeof beginRequest>[1],
  { signal }: Operation,
  work: (traffic: Traffic) => Promise<Proven>,
): Promise<Proven> {
  const id = await beginRequest(db, about);
  const traffic: Traffic = { sent_bytes: 0, received_bytes: 0 };
  const begun = Date.now();
  const end = (outcome: ModelOutcome) => endRequest(db, id, { ...traffic, outcome, duration_ms: Date.now() - begun });
  try {
    const proven = await work(traffic);
    await end(proven.proposal === null ? 'not-proven' : 'proposed');
    return proven;
  } catch (error) {
    await end(signal.aborted ? 'stopped' : error instanceof NoDraft ? 'unusable' : 'failed');
    throw error;
  }
}

/** A reply that is no draft. */
class NoDraft extends AppError {
  constructor(message: string) {
    super('refused', message);
  }
}

interface DraftedChange {
  readonly proposed: ProposedChange;
  readonly said: ReturnType<Draft['said']>;
}

interface Asking {
  readonly operation: Operation;
  readonly traffic: Traffic;
  readonly limits: PostLimits;
}

/** @throws NoDraft if the replies are no draft; AppError `unavailable` */
async function askForChange(
  platform: Platform,
  endpoint: ModelConfig,
  { screen, draft, body }: Awaited<ReturnType<typeof prepareRequest>>,
  { operation, traffic, limits }: Asking,
): Promise<DraftedChange> {
  for (let attempt = 1; ; attempt += 1) {
    operation.progress(MESSAGES.asking, 0, null);
    const reply = readCompletion(await postRequest(endpoint, body, traffic, operation.signal, limits));
    try {
      return await readChange(screen, draft, reply, operation.signal);
    } catch (error) {
      if (!(error instanceof NoDraft) || attempt === ATTEMPTS) throw error;
      platform.log.info({ attempt }, 'the language model replied with no draft');
    }
  }
}

async function readChange(screen: Screen, draft: Draft, reply: unknown, signal: AbortSignal): Promise<DraftedChange> {
  try {
    // It has the limits of an input of the API: what can't be stored is no draft.
    if (findUnboundedInput(reply) !== null) throw new NoDraft(MESSAGES.unusable);
    const fields = draft.fields(reply);
    const proposed = ProposedChange.parse({
      lesson_id: screen.lesson_id,
      screen_id: screen.id,
      base_revision: screen.revision,
      fields,
      reason: draft.reason,
    });
    if (draft.keepsParts && !(await keepsAllParts(screen, proposed.fields ?? {}, signal))) throw new NoDraft(MESSAGES.otherParts);
    return { proposed, said: draft.said(reply) };
  } catch (error) {
    if (error instanceof ZodError) throw new NoDraft(MESSAGES.unusable);
    if (error instanceof UnusableReply) throw new NoDraft(error.message);
    throw error;
  }
}

async function keepsAllParts(screen: Screen, fields: NonNullable<ProposedChange['fields']>, signal: AbortSignal): Promise<boolean> {
  const pairs = Object.entries(fields).flatMap(([field, after]) => {
    const before = screen[field as keyof Screen];
    return typeof before === 'string' && typeof after === 'string' ? [[before, after] as const] : [];
  });
  return requireTextTask('keepAllParts', [pairs], MESSAGES.tooExpensive, { signal });
}

/** Whether a wrong answer fails the drafted check and is shown its message; null: it does, or the draft is about something else. */
async function tryWrongAnswer(
  platform: Platform,
  actor: Actor,
  { proposed: { lesson_id, screen_id = 0, fields }, said }: DraftedChange,
  operation: Operation,
): Promise<Proven | null> {
  if (said === null) return null;
  operation.progress(MESSAGES.trying, 0, null);
  const draft = { custom_check_code: fields?.custom_check_code };
  const context = await getRunContext(platform, actor, { lesson_id, screen_id, draft });
  const result = await runUnstored(platform, context, `user:${actor.id}`, operation.signal)(said.code);
  const isShown = result.checks.custom.results.some(({ pass, feedback }) => !pass && (feedback ?? '').includes(said.message));
  const text = didPass(result) ? MESSAGES.passes : isShown ? null : MESSAGES.notSaid;
  return text === null ? null : { proposal: null, proof: { passes: false, findings: [{ kind: 'message', text }], facts: [] } };
}
