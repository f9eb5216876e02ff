import { z } from 'zod';
import { signatureOf, type WebhookConfig } from '#platform/server/webhook-config.ts';
import { TARGET_MESSAGES } from './messages.ts';
import { TargetError, type DeployOrder, type Target, type TargetState } from './target.ts';

const POLL_MS = 5_000;
const ANSWER_LIMIT_MS = 30_000;
/** Longest reply that is read, in bytes. */
const LONGEST_ANSWER = 64 * 1024;

/** The environment's reply to a new deploy and to a poll. */
const Answer = z.object({
  status: z.enum(['running', 'failed', 'succeeded']),
  /** Where to poll for progress: on the webhook's own host. */
  status_url: z.string().max(2_000).optional(),
  /** Its page of the deploy, for people. */
  job_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  error: z.string().max(2_000).optional(),
});

/**
 * An environment that is notified of deploys by a signed POST, and polled at the address it returns. The signature is
 * `sha256=` and the hex HMAC-SHA256 of the body; for a GET, which has none, of the address.
 */
export class WebhookTarget implements Target {
  readonly kind = 'webhook';
  readonly pollMs: number;
  readonly #url: string;
  readonly #secret: WebhookConfig['secret'];
  readonly #answerLimitMs: number;

  constructor(
    { url, secret }: WebhookConfig,
    { pollMs = POLL_MS, answerLimitMs = ANSWER_LIMIT_MS }: { pollMs?: number; answerLimitMs?: number } = {},
  ) {
    this.#url = url;
    this.#secret = secret;
    this.pollMs = pollMs;
    this.#answerLimitMs = answerLimitMs;
  }

  async begin({ id, ...order }: DeployOrder, signal: AbortSignal): Promise<TargetState> {
    const body = JSON.stringify({ event: 'deploy', id, ...order });
    const headers = { 'content-type': 'application/json', 'x-lessonwright-delivery': id, ...this.#sign(body) };
    return this.#stateOf(await this.#ask(this.#url, { method: 'POST', body, headers }, signal));
  }

  async look(ref: string, signal: AbortSignal): Promise<TargetState> {
    return this.#stateOf(await this.#ask(ref, { method: 'GET', headers: this.#sign(ref) }, signal));
  }

  #sign(text: string): Record<string, string> {
    return signatureOf(this.#secret, text);
  }

  async #ask(url: string, init: RequestInit, signal: AbortSignal): Promise<z.infer<typeof Answer>> {
    let response: Response;
    let text: string;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#answerLimitMs)]);
      // A redirect would send the build's address to a host that wasn't configured.
      response = await fetch(url, { ...init, redirect: 'manual', signal: limit });
      text = await beginning(response);
    } catch {
      signal.throwIfAborted();
      throw new TargetError(TARGET_MESSAGES.noAnswer, { isPassing: true });
    }
    if (response.status >= 300 && response.status < 400) throw new TargetError(TARGET_MESSAGES.redirected, { isPassing: false });
    if (!response.ok) {
      const isPassing = response.status >= 500 || response.status === 429;
      throw new TargetError(TARGET_MESSAGES.refused(response.status, text.trim().slice(0, 300)), { isPassing });
    }
    const read = Answer.safeParse(parse(text));
    if (!read.success) throw new TargetError(TARGET_MESSAGES.strange, { isPassing: false });
    return read.data;
  }

  #stateOf({ status, status_url, job_url, error }: z.infer<typeof Answer>): TargetState {
    return {
      status,
      ...(status_url === undefined ? {} : { ref: this.#ownAddress(status_url) }),
      ...(job_url === undefined ? {} : { url: job_url }),
      ...(error === undefined ? {} : { error }),
    };
  }

  #ownAddress(address: string): string {
    const url = URL.canParse(address, this.#url) ? new URL(address, this.#url) : null;
    if (url?.origin !== new URL(this.#url).origin) throw new TargetError(TARGET_MESSAGES.otherOrigin, { isPassing: false });
    return url.href;
  }
}

async function beginning(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length >= LONGEST_ANSWER) break;
  }
  return Buffer.concat(parts).toString('utf8', 0, LONGEST_ANSWER);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
