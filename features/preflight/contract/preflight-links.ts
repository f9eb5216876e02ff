/** Why a link’s status is unknown. */
export const UNSURE_REASONS = [
  /** 401, 403 and others that a person may not get. */
  'refused',
  /** 429. */
  'busy',
  /** 5xx. */
  'failing',
  'timeout',
  'unreachable',
  'certificate',
  /** The site's `robots.txt` doesn't let programs request this page. */
  'robots',
  /** It leads to an address that the server never requests. */
  'private',
  'redirects',
  /** Redirected for good to the root of a site, which is how many sites say that a page is gone. */
  'start-page',
] as const;
export type UnsureReason = (typeof UNSURE_REASONS)[number];

export type LinkVerdict = 'ok' | 'gone' | 'moved' | 'unsure';

/** What a request said about a link of another site. */
export interface LinkState {
  readonly state: LinkVerdict;
  /** Status of the reply; null: there was none. */
  readonly status: number | null;
  /** Where it has moved to. */
  readonly target: string | null;
  /** Of `unsure`. */
  readonly reason: UnsureReason | null;
}
