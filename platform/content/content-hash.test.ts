import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash } from './content-hash.ts';

describe('contentHash', () => {
  it('is the SHA-256 of the canonical JSON', () => {
    expect(contentHash({ b: [1, null, 'ü'], a: true })).toBe(createHash('sha256').update('{"a":true,"b":[1,null,"ü"]}').digest('hex'));
  });

  it('does not depend on the order of keys, nor on keys without a value', () => {
    expect(contentHash({ a: 1, b: { c: 2, d: 3 } })).toBe(contentHash({ b: { d: 3, c: 2 }, x: undefined, a: 1 }));
  });

  it('is equal exactly for equal values', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(JSON.parse(canonicalJson(a))).toEqual(JSON.parse(JSON.stringify(a)));
        expect(contentHash(a) === contentHash(b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });

  it('refuses what JSON cannot say', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n, cycle, Symbol('a')])
      expect(() => contentHash(value)).toThrow(TypeError);
  });
});
