/** What an address at the applications' origin says. */
export interface ApplicationAddress {
  readonly secret: string;
  readonly port: number;
  /** What follows the port, from its slash on, as it was written; empty: the slash is missing. */
  readonly rest: string;
}

const ADDRESS = /^\/([\w-]{43})\/(\d{1,5})((?:[/?].*)?)$/;

/** Null: it names no application. @param url path and query. */
export function readAddress(url: string): ApplicationAddress | null {
  const [, secret, port, rest] = ADDRESS.exec(url) ?? [];
  return secret === undefined || port === undefined || rest === undefined ? null : { secret, port: Number(port), rest };
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
  return address && folderOf(address) + url.replace(/^\/+/, '');
}
