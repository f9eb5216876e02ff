/** Adds a script to the pages of applications that are shown in a frame. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { FRAME_PAINTED } from '../../contract/applications.ts';

/**
 * In the panel of a lesson, an application is a cross-site frame, and browsers that block third-party storage throw on
 * every access to it. Few programs expect that: JupyterLab reloads forever. So framed pages get a storage that lasts as
 * long as the page; where the browser allows storage, theirs is used. They also report their first paint
 * (features/runs/web/applications/foreign-frame.tsx).
 */
export const FRAME_SCRIPT_PATH = '/.lessonwright/frame.js';
export const FRAME_SCRIPT = `(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      void window[name].length;
      continue;
    } catch {}
    const kept = new Map();
    const calls = {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
    };
    const read = (key) => (key === 'length' ? kept.size : Object.hasOwn(calls, key) ? calls[key] : kept.get(key));
    const value = new Proxy({}, {
      get: (_, key) => read(key),
      set: (_, key, text) => Boolean(kept.set(String(key), String(text))),
      has: (_, key) => read(key) !== undefined,
      deleteProperty: (_, key) => kept.delete(key) || true,
      ownKeys: () => [...kept.keys()],
      getOwnPropertyDescriptor: (_, key) =>
        kept.has(key) ? { value: kept.get(key), writable: true, enumerable: true, configurable: true } : undefined,
    });
    Object.defineProperty(window, name, { configurable: true, value });
  }
  if (window.parent !== window && window.PerformanceObserver) {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) window.parent.postMessage('${FRAME_PAINTED}', '*');
    });
    observer.observe({ type: 'paint', buffered: true });
  }
})();
`;
/** Kept short: browsers look for a page's encoding in its first 1024 bytes. */
const TAG = `<script src="${FRAME_SCRIPT_PATH}"></script>`;
/** The head must begin within this many bytes, or the page is left unchanged. */
const HEAD_WITHIN = 16 * 1024;
/** A cached, partial or compressed response couldn't be changed. */
const CACHING_HEADERS = ['if-none-match', 'if-modified-since', 'if-range', 'range', 'accept-encoding'];
const LENGTH_HEADERS = new Set(['content-length', 'etag', 'last-modified', 'accept-ranges']);

export function sendFrameScript(response: ServerResponse): void {
  response
    .writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    .end(FRAME_SCRIPT);
}

/** Whether the request is for a page in a frame; browsers that don't say so may use one. */
export function isFramedPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false;
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return headers.accept?.includes('text/html') === true;
  return destination === 'iframe' || destination === 'frame';
}

/** The headers of a request whose response will be changed. */
export function withoutCaching(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CACHING_HEADERS.includes(name)));
}

/** Whether the response to a framed page can be changed. */
export function isPlainPage({ statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>): boolean {
  const type = headers['content-type'] ?? '';
  return statusCode !== 206 && statusCode !== 304 && headers['content-encoding'] === undefined && /^text\/html\b/i.test(type);
}

/** Headers of a changed page as alternating names and values, without those that describe the original bytes. */
export function headersWithoutLength(pairs: readonly string[]): string[] {
  const kept = pairs.filter((_, index) => !LENGTH_HEADERS.has((pairs[index - (index % 2)] ?? '').toLowerCase()));
  return [...kept, 'vary', 'sec-fetch-dest'];
}

/** Inserts the script as the first element of the page's head; a page without a head is left unchanged. */
export function insertFrameScript(): Transform {
  let waiting: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (waiting === null) {
        done(null, chunk);
        return;
      }
      waiting = Buffer.concat([waiting, chunk]);
      const head = /<head(?:\s[^>]*)?>/i.exec(waiting.toString('latin1', 0, HEAD_WITHIN));
      if (head === null && waiting.length < HEAD_WITHIN) {
        done();
        return;
      }
      const end = head === null ? null : head.index + head[0].length;
      const bytes = waiting;
      waiting = null;
      done(null, end === null ? bytes : Buffer.concat([bytes.subarray(0, end), Buffer.from(TAG), bytes.subarray(end)]));
    },
    flush(done) {
      done(null, waiting);
    },
  });
}
