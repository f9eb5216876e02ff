import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { LinkState, UnsureReason } from '#contract/preflight-links.ts';
import { isPublicAddress, resolveHost } from '#server/platform/public-address.ts';

export interface LinkCheckOptions {
  /** Of one request, in milliseconds. */
  readonly limitMs: number;
  readonly isAllowed: (address: string) => boolean;
  /** The addresses of a host. @throws an error with the code of the resolver */
  readonly resolve: (host: string) => Promise<readonly string[]>;
}

const LIMIT_MS = 10_000;
const REDIRECTS_MAX = 5;
const PERMANENT = [301, 308];
const USER_AGENT = 'Lessonwright link check';
/** Says that a host has no address. Other codes say that the resolver couldn't tell. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA'];

export const LINK_CHECK_DEFAULTS: LinkCheckOptions = { limitMs: LIMIT_MS, isAllowed: isPublicAddress, resolve: resolveHost };

interface Reply {
  readonly status: number;
  readonly location: string | null;
}

/** Why there was no reply. */
class NoReply extends Error {
  readonly reason: UnsureReason | 'no-host';
  constructor(reason: UnsureReason | 'no-host') {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Requests a link: its head, and if that doesn't work a small part of it. Names are resolved once, and the connection goes to that
 * address, so that a name can't lead elsewhere in between. Each redirect is checked the same way.
 */
export async function checkLink(url: string, signal: AbortSignal, given: Partial<LinkCheckOptions> = {}): Promise<LinkState> {
  const options = { ...LINK_CHECK_DEFAULTS, ...given };
  const begun = new URL(url);
  let current = begun;
  /** Where the link has moved to for good. */
  let moved = begun;
  let isPermanent = true;
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      const { status, location } = await ask(current, signal, options);
      if (status < 300 || status >= 400 || location === null) return result(begun, moved, status);
      const next = URL.canParse(location, current.href) ? new URL(location, current) : null;
      if (next === null || !/^https?:$/.test(next.protocol) || next.username !== '' || next.password !== '') break;
      isPermanent &&= PERMANENT.includes(status);
      current = next;
      if (isPermanent) moved = next;
    }
    return unsure('redirects');
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NoReply)) throw error;
    if (error.reason !== 'no-host') return unsure(error.reason);
    return { state: 'gone', status: null, target: null, reason: null };
  }
}

function result(begun: URL, moved: URL, status: number): LinkState {
  if (status === 404 || status === 410) return { state: 'gone', status, target: null, reason: null };
  if (status === 429) return unsure('busy', status);
  if (status >= 500) return unsure('failing', status);
  if (status >= 300) return unsure('refused', status);
  if (moved.href === begun.href) return { state: 'ok', status, target: null, reason: null };
  if (moved.pathname === '/' && moved.search === '' && begun.pathname !== '/') return unsure('start-page', status);
  return { state: 'moved', status, target: moved.href, reason: null };
}

function unsure(reason: UnsureReason, status: number | null = null): LinkState {
  return { state: 'unsure', status, target: null, reason };
}

/** Many servers reply to HEAD with an error, although the page exists. */
async function ask(url: URL, signal: AbortSignal, options: LinkCheckOptions): Promise<Reply> {
  const address = await addressOf(url, options);
  const head = await request(url, { address, method: 'HEAD', signal, limitMs: options.limitMs }).catch((error: unknown) => {
    if (error instanceof NoReply && error.reason === 'unreachable') return null;
    throw error;
  });
  if (head !== null && head.status < 400) return head;
  if (head?.status === 429) return head;
  const part = await request(url, { address, method: 'GET', signal, limitMs: options.limitMs });
  // The page is empty, but exists.
  return part.status === 416 ? { ...part, status: 200 } : part;
}

async function addressOf(url: URL, { isAllowed, resolve }: LinkCheckOptions): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  let addresses: readonly string[];
  try {
    addresses = isIP(host) === 0 ? await resolve(host) : [host];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new NoReply(NO_ADDRESS.includes(code) ? 'no-host' : 'unreachable');
  }
  // One private address among public ones is a trick, or a network of its own.
  if (!addresses.every(isAllowed)) throw new NoReply('private');
  const [first] = addresses;
  if (first === undefined) throw new NoReply('no-host');
  return first;
}

interface RequestInput {
  readonly address: string;
  readonly method: 'HEAD' | 'GET';
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

function request(url: URL, { address, method, signal, limitMs }: RequestInput): Promise<Reply> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const limit = AbortSignal.timeout(limitMs);
  return new Promise((resolve, reject) => {
    const sent = (isTls ? https : http).request(
      {
        host: address,
        port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        headers: {
          host: url.host,
          'user-agent': USER_AGENT,
          accept: '*/*',
          ...(method === 'GET' ? { range: 'bytes=0-1023' } : {}),
        },
        // A connection of its own, to exactly this address.
        agent: false,
        servername: isIP(host) === 0 ? host : '',
        signal: AbortSignal.any([signal, limit]),
      },
      (reply) => {
        resolve({ status: reply.statusCode ?? 0, location: reply.headers.location ?? null });
        // Nobody reads what is in it.
        reply.on('error', () => undefined).destroy();
      },
    );
    sent.on('error', (error: Error & { code?: string }) => reject(new NoReply(limit.aborted ? 'timeout' : reasonOf(error))));
    sent.end();
  });
}

function reasonOf({ code = '' }: { code?: string }): UnsureReason {
  if (/CERT|SIGNATURE|TLS|SSL/.test(code)) return 'certificate';
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
}
