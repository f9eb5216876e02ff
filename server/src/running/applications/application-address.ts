/** What an address at the applications' origin says. */
export interface ApplicationAddress {
  readonly secret: string;
  readonly port: number;
  /** What follows the port, from its slash on, as it was written; empty: the slash is missing. */
  readonly rest: string;
}

const ADDRESS = /^\/([\w-]{43})\/(\d{1,5})((?:[/?].*)?)$/;
/** Something behind a proxy may decode a path once more; no program writes one that has to be decoded more often than this. */
const DECODED_TIMES = 3;

/**
 * Null: it names no application. `refused`: it climbs out of its folder for somebody who resolves it.
 *
 * @param url path and query, as they were sent.
 */
export function readAddress(url: string): ApplicationAddress | 'refused' | null {
  if (hasDotSegments(url)) return 'refused';
  const [, secret, port, rest] = ADDRESS.exec(url) ?? [];
  return secret === undefined || port === undefined || rest === undefined ? null : { secret, port: Number(port), rest };
}

/** Whether `.` or `..` is a segment of the path, however dots, slashes and backslashes are encoded, and however often. */
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

/** The folder in which an application lies, as the browser sees it. */
export function folderOf({ secret, port }: Pick<ApplicationAddress, 'secret' | 'port'>): string {
  return `/${secret}/${port}/`;
}

/**
 * Where an address leads that was written for an application at the root of its host (`/style.css`), told by the page
 * that it stands on; null: that page was no application.
 *
 * @param host name and port that were asked.
 */
export function addressFromPage(url: string, referer: string | undefined, host: string | undefined): string | null {
  if (referer === undefined || !URL.canParse(referer)) return null;
  const page = new URL(referer);
  if (page.host !== host) return null;
  const address = readAddress(page.pathname);
  return address === null || address === 'refused' ? null : folderOf(address) + url.replace(/^\/+/, '');
}
