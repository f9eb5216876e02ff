import { InstallError } from './run-installer.ts';

/** The file is not there, which may be no failure yet. */
export class NotOffered extends InstallError {}

const MOST_REDIRECTS = 5;
const STATUS_NOT_FOUND = 404;

interface Allowed {
  /** `host:port` of all that may be asked, after redirects too. */
  readonly hosts: ReadonlySet<string>;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** The host and port of an address, as lists of allowed hosts have them. */
export function hostOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
}

/** An address as it may be shown to authors and kept: without the password that it may hold, and without questions. */
export function shownAddress(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/**
 * Downloads a file from a package index or one of its file hosts, and from no other, whatever the index answers.
 * Name and password of the address are sent to its own host alone.
 *
 * @throws NotOffered when there is no such file. @throws InstallError when it cannot be had.
 */
export async function fetchBytes(address: URL, allowed: Allowed): Promise<Buffer> {
  const authorization = authorizationOf(address);
  let url = withoutPassword(address);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    if (!/^https?:$/.test(url.protocol) || !allowed.hosts.has(hostOf(url)))
      throw new InstallError(`${shownAddress(url)} is not on a host that packages may come from.`);
    const isOwn = hostOf(url) === hostOf(address);
    const response = await ask(url, isOwn ? authorization : null, allowed.signal);
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (next === null) return readBody(response, url, allowed.mostBytes);
    await response.body?.cancel();
    if (!URL.canParse(next, url)) break;
    url = withoutPassword(new URL(next, url));
  }
  throw new InstallError(`${shownAddress(address)} leads from one address to the next.`);
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
