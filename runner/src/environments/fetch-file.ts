import { InstallError } from './run-installer.ts';

/** The file doesn't exist, which the caller may not treat as a failure. */
export class NotOffered extends InstallError {}

const MOST_REDIRECTS = 5;
const STATUS_NOT_FOUND = 404;

interface Allowed {
  /** Every `host:port` that may be contacted, including after redirects. */
  readonly hosts: ReadonlySet<string>;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** Returns an address as `host:port`, the form used in the lists of allowed hosts. */
export function hostOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** Returns an address without password and query, safe to show and store. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/**
 * Downloads a file from a package index or one of its file hosts, never from another host, wherever the index redirects to.
 * Credentials in the address are sent only to its own host.
 *
 * @throws NotOffered if the file doesn't exist
 * @throws InstallError if the download fails
 */
export async function fetchBytes(address: URL, allowed: Allowed): Promise<Buffer> {
  const authorization = authorizationOf(address);
  let url = withoutPassword(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    if (!/^https?:$/.test(url.protocol) || !allowed.hosts.has(hostOf(url)))
      throw new InstallError(`${shownAddress(url)} is not on an allowed package host.`);
    const isOwn = hostOf(url) === hostOf(address);
    const response = await ask(url, isOwn ? authorization : null, allowed.signal);
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (next === null) return readBody(response, url, allowed.mostBytes);
    await response.body?.cancel();
    if (!URL.canParse(next, url)) break;
    url = withoutPassword(new URL(next, url));
  }
  throw new InstallError(`${shownAddress(address)} redirects too many times.`);
}

async function ask(url: URL, authorization: string | null, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal, headers: { accept: '*/*', ...(authorization ? { authorization } : {}) } });
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : 'the connection failed';
    throw new InstallError(`${url.origin} cannot be reached: ${why}`);
  }
}

async function readBody(response: Response, url: URL, mostBytes: number): Promise<Buffer> {
  const refuse = async (error: InstallError): Promise<never> => {
    await response.body?.cancel();
    throw error;
  };
  if (response.status === STATUS_NOT_FOUND) return refuse(new NotOffered(`${shownAddress(url)} is not there.`));
  if (!response.ok) return refuse(new InstallError(`${shownAddress(url)} answered with status ${response.status}.`));
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new InstallError(`${shownAddress(url)} is too large.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
}

function withoutPassword(address: URL): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
}
