import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { HostedConfig } from '#platform/server/code-host-config.ts';
import { invalid } from '#platform/server/errors.ts';
import type { SecretText } from '#platform/server/secret-text.ts';
import type { HostEvent } from './code-host.ts';

/** The fields read from a delivery. Gitea and Forgejo send GitHub's payloads under other event names. */
const Push = z.object({ ref: z.string(), after: z.string().regex(/^[0-9a-f]{40,64}$/), deleted: z.boolean().nullish() });
const Deletion = z.object({ ref: z.string(), ref_type: z.string() });
const AboutPull = z.object({ pull_request: z.object({ number: z.number().int().positive() }) });

const OTHER: HostEvent = { kind: 'other' };

/** Returns the event of a webhook; null if its signature over the raw body is wrong. */
export function readWebhook(kind: HostedConfig['kind'], secret: SecretText, headers: IncomingHttpHeaders, body: Buffer): HostEvent | null {
  if (!isSigned(kind, secret, headers, body)) return null;
  const name = headers[kind === 'github' ? 'x-github-event' : 'x-gitea-event'];
  return typeof name === 'string' ? toEvent(name, parseBody(body)) : OTHER;
}

/** Returns the id of a delivery, which redeliveries keep; null if it has none. */
export function deliveryOf(kind: HostedConfig['kind'], headers: IncomingHttpHeaders): string | null {
  const id = headers[kind === 'github' ? 'x-github-delivery' : 'x-gitea-delivery'];
  return typeof id === 'string' && id.length <= 100 ? id : null;
}

/** GitHub writes `sha256=` before the same signature. */
function isSigned(kind: HostedConfig['kind'], secret: SecretText, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const header = headers[kind === 'github' ? 'x-hub-signature-256' : 'x-gitea-signature'];
  const [, signature] = (kind === 'github' ? /^sha256=([0-9a-f]{64})$/i : /^([0-9a-f]{64})$/i).exec(String(header)) ?? [];
  if (signature === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret.reveal()).update(body).digest(), Buffer.from(signature, 'hex'));
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw invalid([{ path: '', message: 'The delivery is not JSON: set the content type of the webhook to application/json.' }]);
  }
}

function toEvent(name: string, body: unknown): HostEvent {
  if (name === 'push') {
    const push = Push.safeParse(body);
    if (!push.success) return OTHER;
    const isDeleted = push.data.deleted === true || /^0+$/.test(push.data.after);
    return ofBranch(push.data.ref, isDeleted ? null : push.data.after);
  }
  if (name === 'delete') {
    const deletion = Deletion.safeParse(body);
    return deletion.success && deletion.data.ref_type === 'branch' ? ofBranch(deletion.data.ref, null) : OTHER;
  }
  // `pull_request`, `pull_request_review`, and Gitea's `pull_request_approved`, `…_rejected` and `…_comment`.
  if (!name.startsWith('pull_request')) return OTHER;
  const about = AboutPull.safeParse(body);
  return about.success ? { kind: 'pull-request', number: about.data.pull_request.number } : OTHER;
}

/** `push` names a ref, `delete` a branch. */
function ofBranch(ref: string, sha: string | null): HostEvent {
  if (ref.startsWith('refs/') && !ref.startsWith('refs/heads/')) return OTHER;
  return { kind: 'push', branch: ref.replace(/^refs\/heads\//, ''), sha };
}
