/** Reads and writes the addresses of applications. */

/** The parts of an address at the applications' origin. */
export interface ApplicationAddress {
  readonly secret: string;
  readonly port: number;
  /** Everything after the port, from its slash on, as sent; empty: the slash is missing. */
  readonly rest: string;
}

const ADDRESS = /^\/([\w-]{43})\/(\d{1,5})((?:[/?].*)?)$/;
/** A server behind a proxy may decode a path once more; no program needs more decoding than this. */
const DECODED_TIMES = 3;

/**
 * Null: it names no application. `refused`: decoded, it would leave its folder.
 *
 * @param url Path and query, as sent.
 */
export function readAddress(url: string): ApplicationAddress | 'refused' | null {
  if (hasDotSegments(url)) return 'refused';
  const [, secret, port, rest] = ADDRESS.exec(url) ?? [];
  return secret === undefined || port === undefined || rest === undefined ? null : { secret, port: Number(port), rest };
}

/**
 * Whether `.` or `..` is a segment of the path, with dots, slashes and backslashes encoded in any way and any number of
 * times.
 */
function hasDotSegments(url: string): boolean {
  let path = url.replace(/[?#].*$/s, '');
  for (let times = 0; ; times += 1) {
    if (/(?:^|[/\\])\.{1,2}(?:$|[/\\?#])/.test(path)) return true;
    const decoded = path.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    if (decoded === path) return false;
    if (times === DECODED_TIMES) return true;
    path = decoded;
  }
}

/** An application's folder as the browser sees it. */
export function folderOf({ secret, port }: Pick<ApplicationAddress, 'secret' | 'port'>): string {
  return `/${secret}/${port}/`;
}

/**
 * Returns the target of an address that was written for an application at the root of its host (`/style.css`), based on
 * the page that contains it; null if that page is not an application.
 *
 * @param host Requested host name and port.
 */
export function resolveFromReferer(url: string, referer: string | undefined, host: string | undefined): string | null {
  if (referer === undefined || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  if (page.host !== host) return null;
  const address = readAddress(page.pathname);
  return address === null || address === 'refused' ? null : folderOf(address) + url.replace(/^\/+/, '');
}
