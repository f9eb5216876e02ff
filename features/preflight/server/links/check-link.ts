import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { DAY_MS } from '#platform/contract/times.ts';
import { isPublicAddress, resolveHost } from '#platform/server/public-address.ts';
import { runTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { LinkState, UnsureReason } from '../../contract/preflight-links.ts';
import { allows, type RobotsRules } from './robots-rules.ts';

export interface LinkCheckOptions {
  /** Limit of one request, in milliseconds. */
  readonly limitMs: number;
  readonly isAllowed: (address: string) => boolean;
  /** The addresses of a host. @throws an error with the code of the resolver */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** What sites say in `robots.txt`. */
  readonly robots: RobotsCache;
}

const HOSTS_MAX = 2_000;

/** What sites said in `robots.txt`, each for a day. After a restart they are asked again. */
export class RobotsCache {
  readonly #sites = new Map<string, { readonly rules: RobotsRules; readonly until: number }>();

  find(origin: string): RobotsRules | null {
    const site = this.#sites.get(origin);
    return site && site.until > Date.now() ? site.rules : null;
  }

  store(origin: string, rules: RobotsRules): void {
    const [oldest] = this.#sites.keys();
    if (oldest !== undefined && this.#sites.size >= HOSTS_MAX) this.#sites.delete(oldest);
    this.#sites.set(origin, { rules, until: Date.now() + DAY_MS });
  }
}

const LIMIT_MS = 10_000;
const REDIRECTS_MAX = 5;
const PERMANENT = [301, 308];
const USER_AGENT = 'Lessonwright link check';
/** Says that a host has no address. Other codes say that the resolver couldn't tell. */
const NO_ADDRESS = ['ENOTFOUND', 'ENODATA'];

export const LINK_CHECK_DEFAULTS: LinkCheckOptions = {
  limitMs: LIMIT_MS,
  isAllowed: isPublicAddress,
  resolve: resolveHost,
  robots: new RobotsCache(),
};

/** As much of `robots.txt` as RFC 9309 asks for. */
const ROBOTS_BYTES = 500 * 1024;
const ALL_ALLOWED: RobotsRules = { rules: [] };

interface Reply {
  readonly status: number;
  readonly location: string | null;
  /** As far as it was asked for. */
  readonly text: string;
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
      const robots = await robotsOf(current, signal, options);
      if (typeof robots === 'number') return result(begun, begun, robots);
      if (!allows(robots, current)) return unsure('robots');
      const { status, location } = await ask(current, signal, options);
      if (status < 300 || status >= 400 || location === null) return result(begun, moved, status);
      const next = redirectOf(location, current);
      if (next === null) break;
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

function redirectOf(location: string, from: URL): URL | null {
  const next = URL.canParse(location, from.href) ? new URL(location, from) : null;
  return next === null || !/^https?:$/.test(next.protocol) || next.username !== '' || next.password !== '' ? null : next;
}

/** What a site lets programs request, or the status of a server that can't say. A site without `robots.txt` allows everything. */
async function robotsOf({ origin }: URL, signal: AbortSignal, options: LinkCheckOptions): Promise<RobotsRules | number> {
  const known = options.robots.find(origin);
  if (known) return known;
  let current = new URL('/robots.txt', origin);
  let rules = ALL_ALLOWED;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const address = await addressOf(current, options);
    const reply = await request(current, { address, method: 'GET', signal, limitMs: options.limitMs, maxBytes: ROBOTS_BYTES });
    if (reply.status === 429 || reply.status >= 500) return reply.status;
    if (reply.status < 300) rules = await readRobots(reply.text);
    const next = reply.status < 400 && reply.location !== null ? redirectOf(reply.location, current) : null;
    if (reply.status < 300 || next === null) break;
    current = next;
  }
  options.robots.store(origin, rules);
  return rules;
}

/** Rules that can't be read in time aren't kept: the next check asks again. */
async function readRobots(text: string): Promise<RobotsRules> {
  const read = await runTextTask('parseRobots', [text]);
  if (typeof read === 'string') throw new NoReply('timeout');
  return read.result;
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
  // One private address among public ones is a trick, or a private network.
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
  /** How much of the reply is read; absent: nothing. */
  readonly maxBytes?: number;
}

function request(url: URL, { address, method, signal, limitMs, maxBytes = 0 }: RequestInput): Promise<Reply> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isTls = url.protocol === 'https:';
  const limit = AbortSignal.timeout(limitMs);
  return new Promise((resolve, reject) => {
    const failed = (error: Error & { code?: string }) => reject(new NoReply(limit.aborted ? 'timeout' : reasonOf(error)));
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
          ...(method === 'GET' && maxBytes === 0 ? { range: 'bytes=0-1023' } : {}),
        },
        // Its own connection, to exactly this address.
        agent: false,
        servername: isIP(host) === 0 ? host : '',
        signal: AbortSignal.any([signal, limit]),
      },
      (reply) => {
        const head = { status: reply.statusCode ?? 0, location: reply.headers.location ?? null };
        // Once the reply is settled, its connection may end as it likes.
        reply.on('error', failed);
        const done = (text: string) => {
          resolve({ ...head, text });
          reply.destroy();
        };
        if (maxBytes === 0 || head.status >= 300) return done('');
        const parts: Buffer[] = [];
        let bytes = 0;
        reply.on('data', (part: Buffer) => {
          parts.push(part);
          bytes += part.length;
          if (bytes >= maxBytes) done(Buffer.concat(parts).subarray(0, maxBytes).toString());
        });
        reply.on('end', () => done(Buffer.concat(parts).toString()));
        return undefined;
      },
    );
    sent.on('error', failed);
    sent.end();
  });
}

function reasonOf({ code = '' }: { code?: string }): UnsureReason {
  if (/CERT|SIGNATURE|TLS|SSL/.test(code)) return 'certificate';
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
}
