import { CodeHostError } from './code-host.ts';
import { rateLimitPause } from './host-fetch.ts';

/** A failed response of a code host. */
export interface FailedResponse {
  /** Display name of the code host. */
  readonly host: string;
  readonly status: number;
  readonly headers: Headers;
  /** The host's own message. */
  readonly words: string;
  /** The thing asked for, as used in a sentence: `pull request 12`. */
  readonly what: string;
}

/** The host's message is shown to users, cut to one line. */
const WORDS_MAX = 300;

/** Explains a failed response and what the reader can do about it. */
export function toCodeHostError({ host, status, headers, words, what }: FailedResponse): CodeHostError {
  const said = words.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS_MAX);
  const reason = said === '' ? `it responded with ${status}` : said;
  const pause = rateLimitPause(status, headers);
  if (pause !== null) return new CodeHostError('unreachable', `${host} is rate limiting requests. Try again in ${inWords(pause)}.`);
  if (status >= 500) return new CodeHostError('unreachable', `${host} has a server error (${status}). Try again later.`);
  switch (status) {
    case 401:
      return new CodeHostError(
        'refused',
        `${host} rejected the token: it has expired or was revoked. An administrator has to set a new one.`,
      );
    case 403:
      return new CodeHostError(
        'refused',
        `${host} does not allow the token to do this: ${reason}. It needs read and write access to contents and pull requests.`,
      );
    case 404:
      return new CodeHostError('not-found', `${host} has no ${what}, or the token has no access to it.`);
    default:
      return new CodeHostError('refused', `${host} refused: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`);
  }
}

/** A response that doesn't match the API: another version, or a proxy that replied instead. */
export function unexpectedResponse(host: string, what: string): CodeHostError {
  return new CodeHostError('unreachable', `${host} sent an unexpected response about ${what}. Check the address of its API.`);
}

function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  return ms <= 60_000 ? 'a minute' : `${minutes} minutes`;
}
