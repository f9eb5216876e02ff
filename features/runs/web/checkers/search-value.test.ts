import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { matchesCheckValue, readCheckValue, type ParsedCheckValue } from '../../contract/check-value.ts';
import { type SearchResult, searchValue } from './search-value.ts';
import type { ValueSearch } from './value-search-worker.ts';

/** A worker that replies like the real one, or never. */
class Thread extends EventTarget {
  static last: Thread;
  static isStuck = false;
  isEnded = false;

  constructor() {
    super();
    Thread.last = this;
  }
  postMessage({ sought, texts }: ValueSearch) {
    if (!Thread.isStuck) this.say(texts.map((text) => matchesCheckValue(sought, text)));
  }
  say(data: boolean[] | 'ready') {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate() {
    this.isEnded = true;
  }
}

const PATTERN = readCheckValue('/b+/') as ParsedCheckValue;
const plain = (texts: readonly string[]) => texts.map((text) => ({ text, ignored: [] }));
const never = new AbortController().signal;

describe('searching for a value', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', Thread);
    Thread.isStuck = false;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    [
      ['abc', 'c'],
      [true, false],
    ],
    [
      ['a', 'c'],
      [false, false],
    ],
  ])('of a text in %j: %j, without a thread', async (texts, result) => {
    expect(await searchValue({ text: 'b', pattern: null }, plain(texts), never)).toEqual(result);
  });

  it.each([
    [
      ['abc', 'c'],
      [true, false],
    ],
    [
      ['a', 'c'],
      [false, false],
    ],
  ])('of a pattern in %j: %j', async (texts, result) => {
    const search = searchValue(PATTERN, plain(texts), never);
    Thread.last.say('ready');
    expect([await search, Thread.last.isEnded]).toEqual([result, true]);
  });

  it('times out on a runaway pattern, but not while the worker starts', async () => {
    Thread.isStuck = true;
    let result: SearchResult | null = null;
    void searchValue(PATTERN, plain(['b']), never).then((each) => (result = each));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(result).toBeNull();
    Thread.last.say('ready');
    await vi.advanceTimersByTimeAsync(2_000);
    expect([result, Thread.last.isEnded]).toEqual(['too-slow', true]);
  });

  it('fails when the worker fails', async () => {
    const search = searchValue(PATTERN, plain(['b']), never);
    Thread.last.dispatchEvent(new Event('error'));
    expect(await search).toBe('failed');
  });

  it('terminates the worker when aborted', () => {
    const leaving = new AbortController();
    void searchValue(PATTERN, plain(['b']), leaving.signal);
    leaving.abort();
    expect(Thread.last.isEnded).toBe(true);
  });
});
