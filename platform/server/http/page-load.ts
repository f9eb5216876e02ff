import type { IncomingHttpHeaders } from 'node:http';

/** Whether a user opened the address, rather than a script calling it. */
export function isPageLoad(headers: Pick<IncomingHttpHeaders, 'sec-fetch-mode' | 'accept'>): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}
