/** The headers that pass between a browser and an application. */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { folderOf, type ApplicationAddress } from './application-address.ts';

/**
 * The `Host` of a request as the browser wrote it. Proxies may leave out the port (nginx's `$host`), but the origin of
 * a page and the addresses in it have one.
 */
export function publicHost(host: string | undefined, known: URL): string | undefined {
  return host?.toLowerCase() === known.hostname ? known.host : host;
}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const OF_CONNECTION = ['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'];
/** Identify the caller or its address; never forwarded. */
const OF_CALLER = ['authorization', 'cookie', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const DROPPED_FROM_REQUESTS = new Set([...OF_CONNECTION, ...OF_CALLER, 'host']);
/**
 * Headers that an application must not set for the whole origin, which it shares with others, or against the frame of
 * its lesson's page. Our own policy and referrer headers replace its.
 */
const DROPPED_FROM_RESPONSES = new Set([
  ...OF_CONNECTION.filter((name) => name !== 'upgrade'),
  'transfer-encoding',
  'set-cookie',
  'location',
  'content-security-policy',
  'content-security-policy-report-only',
  'x-frame-options',
  'referrer-policy',
  'strict-transport-security',
  'clear-site-data',
  'service-worker-allowed',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
]);
const SANDBOX =
  'sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads allow-pointer-lock allow-presentation';

/**
 * A request's headers as the application receives them: without the product's credentials, and only with its own
 * cookies.
 */
export function requestHeadersFor(headers: IncomingHttpHeaders, address: ApplicationAddress, publicProtocol: string): IncomingHttpHeaders {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !DROPPED_FROM_REQUESTS.has(name)));
  const prefix = cookiePrefix(address);
  const cookies = (headers.cookie ?? '')
    .split(/; */)
    .flatMap((pair) => (pair.startsWith(prefix) ? pair.slice(prefix.length) : []))
    .join('; ');
  return {
    ...kept,
    ...(cookies === '' ? {} : { cookie: cookies }),
    ...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
    'x-forwarded-proto': publicProtocol,
    'x-forwarded-prefix': folderOf(address).slice(0, -1),
  };
}

/**
 * A response's headers as the browser receives them, alternating names and values: cookies are renamed and scoped to
 * the application's folder, redirects stay within it, and only the product's pages may frame it.
 */
export function responseHeadersFor(
  rawHeaders: readonly string[],
  address: ApplicationAddress,
  allowed: { readonly host: string | undefined; readonly framers: readonly string[]; readonly hasPartitions: boolean },
): string[] {
  const out: string[] = [];
  const policies: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    const lower = name.toLowerCase();
    if (lower === 'set-cookie') out.push(name, renamedCookie(value, address, allowed.hasPartitions));
    else if (lower === 'location') out.push(name, relocated(value, address, allowed.host));
    else if (lower === 'content-security-policy') policies.push(withoutFraming(value));
    else if (!DROPPED_FROM_RESPONSES.has(lower)) out.push(name, value);
  }
  for (const policy of policies.filter((text) => text !== '')) out.push('content-security-policy', policy);
  out.push('content-security-policy', `${SANDBOX}; frame-ancestors 'self' ${allowed.framers.join(' ')}`);
  out.push('referrer-policy', 'same-origin');
  return out;
}

/**
 * Browsers keep cookies per host, whatever the port or folder, so their names separate applications from the product.
 */
function cookiePrefix({ secret, port }: ApplicationAddress): string {
  return `app-${createHash('sha256').update(`${secret}/${port}`).digest('hex').slice(0, 12)}-`;
}

/** @param hasPartitions Whether the browser partitions cookies of cross-site frames by the embedding page (CHIPS). */
function renamedCookie(cookie: string, address: ApplicationAddress, hasPartitions: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const ours = hasPartitions ? /^(path|domain|samesite|secure|partitioned)\s*(=|$)/i : /^(path|domain)\s*(=|$)/i;
  const kept = attributes.map((attribute) => attribute.trim()).filter((attribute) => !ours.test(attribute));
  const partition = hasPartitions ? ['SameSite=None', 'Secure', 'Partitioned'] : [];
  return [cookiePrefix(address) + pair.trim(), ...kept, `Path=${folderOf(address)}`, ...partition].join('; ');
}

function relocated(location: string, address: ApplicationAddress, host: string | undefined): string {
  const folder = folderOf(address);
  const own = URL.canParse(location) ? new URL(location) : null;
  if (own !== null && own.host !== host) return location;
  const path = own === null ? location : own.pathname + own.search + own.hash;
  return path.startsWith('/') && !path.startsWith('//') && !path.startsWith(folder) ? folder + path.slice(1) : path;
}

function withoutFraming(policy: string): string {
  return policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(frame-ancestors|report-uri|report-to)\b/i.test(directive))
    .join('; ');
}
