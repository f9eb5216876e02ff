import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FRAME_PAINTED } from '../../contract/applications.ts';
import { headersWithoutLength, insertFrameScript, isFramedPage, isPlainPage, FRAME_SCRIPT, FRAME_SCRIPT_PATH } from './framed-page.ts';

/** Reports the arguments of a paint observer's callback. */
class Observer {
  static paint: (name: string) => void;
  constructor(listen: (list: { getEntriesByName(name: string): object[] }) => void) {
    Observer.paint = (name) => listen({ getEntriesByName: (wanted) => (wanted === name ? [{}] : []) });
  }
  observe(): void {}
}

const TAG = `<script src="${FRAME_SCRIPT_PATH}"></script>`;

describe('a framed page', () => {
  const inserted = (...parts: string[]) => text(Readable.from(parts.map((part) => Buffer.from(part))).pipe(insertFrameScript()));

  it.each([
    [['<!doctype html><head><title>é</title>'], `<!doctype html><head>${TAG}<title>é</title>`],
    [['<html><HEAD lang="x">', '<title>'], `<html><HEAD lang="x">${TAG}<title>`],
    [['<html><he', 'ad><meta>', '<head>'], `<html><head>${TAG}<meta><head>`],
    [['<header>no head</header>'], '<header>no head</header>'],
    [[''], ''],
    [['x'.repeat(20_000), '<head>'], `${'x'.repeat(20_000)}<head>`],
  ])('%#: gets the script first in its head', async (parts, expected) => {
    expect(await inserted(...parts)).toBe(expected);
  });

  it.each([
    [{ 'sec-fetch-dest': 'iframe' }, true],
    [{ 'sec-fetch-dest': 'document', accept: 'text/html' }, false],
    [{ accept: 'text/html,*/*' }, true],
    [{ accept: '*/*' }, false],
    [{}, false],
  ])('is requested by %j: %s', (headers, expected) => {
    expect(isFramedPage({ method: 'GET', headers })).toBe(expected);
    expect(isFramedPage({ method: 'POST', headers })).toBe(false);
  });

  it.each([
    [200, { 'content-type': 'text/html; charset=utf-8' }, true],
    [404, { 'content-type': 'text/html' }, true],
    [304, { 'content-type': 'text/html' }, false],
    [200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }, false],
    [200, { 'content-type': 'application/json' }, false],
    [200, {}, false],
  ])('with response %i %j can be changed: %s', (statusCode, headers, expected) => {
    expect(isPlainPage({ statusCode, headers })).toBe(expected);
  });

  it('keeps no header that describes its bytes', () => {
    expect(headersWithoutLength(['Content-Length', '3', 'x-a', 'etag', 'ETag', 'x'])).toEqual(['x-a', 'etag', 'vary', 'sec-fetch-dest']);
  });
});

describe('the storage of a framed page', () => {
  const run = (window: object, code: string): unknown =>
    runInNewContext(`${FRAME_SCRIPT};${code}`, { window, PerformanceObserver: Observer });
  const blocked = () =>
    Object.defineProperty({}, 'localStorage', {
      configurable: true,
      get: () => {
        throw new Error('Access is denied.');
      },
    });

  it('is the browser’s own if it allows one', () => {
    const window = { localStorage: { length: 0 }, sessionStorage: { length: 0 } };
    const { localStorage } = window;
    run(window, '');
    expect(window.localStorage).toBe(localStorage);
  });

  it('behaves like the browser’s if it allows none', () => {
    const code = `
      const { localStorage } = window;
      localStorage.setItem('a', 1);
      localStorage.b = 2;
      localStorage.c = 3;
      delete localStorage.c;
      const seen = [localStorage.getItem('a'), localStorage.a, localStorage.b, localStorage.c, localStorage.getItem('c'), localStorage.length,
        localStorage.key(1), localStorage.key(9), Object.keys(localStorage).join(), 'a' in localStorage, 'z' in localStorage];
      localStorage.removeItem('a');
      localStorage.clear();
      JSON.stringify([...seen, localStorage.length])`;
    expect(JSON.parse(run(blocked(), code) as string)).toEqual(['1', '1', '2', null, null, 2, 'b', null, 'a,b', true, false, 0]);
  });

  it('reports its first paint to the page around it', () => {
    const messages: unknown[][] = [];
    const window = { parent: { postMessage: (...message: unknown[]) => messages.push(message) }, PerformanceObserver: Observer };
    run(window, '');
    Observer.paint('first-paint');
    expect(messages).toEqual([]);
    Observer.paint('first-contentful-paint');
    expect(messages).toEqual([[FRAME_PAINTED, '*']]);
  });
});
