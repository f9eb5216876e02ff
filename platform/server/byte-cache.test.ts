import { describe, expect, it } from 'vitest';
import { ByteCache, textBytes } from './byte-cache.ts';

describe('a cache', () => {
  it('evicts the least recently used entries beyond its size, keys included', () => {
    const cache = new ByteCache<string>(400);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key, 90);
    expect(cache.bytes).toBe(4 * 92);
    expect(cache.get('a')).toBe('a');
    cache.set('e', 'e', 90);
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd', 'e']);
    cache.set('a', 'A', 10);
    expect(cache.bytes).toBe(3 * 92 + 12);
    cache.delete('none');
    cache.delete('a');
    expect(cache.bytes).toBe(3 * 92);
  });

  it('does not store entries that would evict nearly everything', () => {
    const cache = new ByteCache<number>(400);
    cache.set('a', 1, 50);
    cache.set('b', 2, 200);
    cache.set('x'.repeat(200), 3, 1);
    expect([cache.get('a'), cache.get('b'), cache.bytes]).toEqual([1, undefined, 52]);
    expect(textBytes('ab')).toBe(4);
  });
});
