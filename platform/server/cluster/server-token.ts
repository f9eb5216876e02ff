import { createHmac, timingSafeEqual } from 'node:crypto';

// A server that forwards a request signs it, so that the receiving one believes the caller's address that comes with it. Users can
// never make such a token: the key is only in the database.

/** The header that carries the token. */
export const SERVER_TOKEN_HEADER = 'x-lessonwright-server';

/** How long a token is valid: a request may wait for its connection. Both servers take the time from their database. */
const VALID_MS = 60_000;

/** A forwarded request. */
export interface ForwardedRequest {
  readonly method: string;
  readonly url: string;
  /** Id of the receiving server. */
  readonly to: string;
}

/** What the forwarding server says about it. */
export interface ForwardedBy {
  /** Id of the forwarding server. */
  readonly from: string;
  /** Network address of the caller. */
  readonly address: string;
  /** How the caller reached the forwarding server. */
  readonly protocol: 'http' | 'https';
}

/** Signs a request to another server. */
export function signForwarded(secret: string, request: ForwardedRequest, by: ForwardedBy, now: number): string {
  const said = Buffer.from(JSON.stringify({ ...by, expires: now + VALID_MS })).toString('base64url');
  return `${said}.${mac(secret, request, said).toString('base64url')}`;
}

/** Returns what the forwarding server says; null if the token is not for this request, is too old or was made by no server. */
export function readForwarded(secret: string, request: ForwardedRequest, token: string, now: number): ForwardedBy | null {
  const [said = '', signature = '', ...rest] = token.split('.');
  const [given, wanted] = [Buffer.from(signature, 'base64url'), mac(secret, request, said)];
  if (rest.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  // Signed, so a server wrote it.
  const { expires, ...by } = JSON.parse(Buffer.from(said, 'base64url').toString('utf8')) as ForwardedBy & { expires: number };
  return expires > now && expires < now + 2 * VALID_MS ? by : null;
}

function mac(secret: string, { method, url, to }: ForwardedRequest, said: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['forwarded', method, url, to, said]))
    .digest();
}
