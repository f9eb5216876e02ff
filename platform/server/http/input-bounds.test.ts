import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnboundedInput } from './input-bounds.ts';

/** Nested lists with `inner` in the middle. */
function nested(levels: number, inner: unknown): unknown {
  let value = inner;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe('an input', () => {
  it.each([
    ['a text that holds NUL', { a: [{ b: 'x\0' }] }, 'a.0.b'],
    ['half a surrogate pair', { a: { b: '\ud800' } }, 'a.b'],
    ['a key that cannot be stored', { a: { 'x\0': 1 } }, 'a'],
    ['a bare text', '\0', 'The body'],
  ])('is refused for %s, by its path', (_, value, path) => {
    expect(findUnboundedInput(value)).toEqual({
      path,
      message: `${path} contains characters that cannot be stored.`,
    });
  });

  it('is accepted up to a depth and a number of values, and refused beyond', () => {
    expect(findUnboundedInput(nested(64, 1))).toBeNull();
    expect(findUnboundedInput(nested(65, 1))?.message).toBe('The input is nested more than 64 levels deep.');
    expect(findUnboundedInput(nested(200_000, 1))?.message).toBe('The input is nested more than 64 levels deep.');
    expect(findUnboundedInput(Array.from({ length: 10 }), { depth: 3, values: 10 })).toBeNull();
    expect(findUnboundedInput([[1], [2], [3]], { depth: 3, values: 5 })?.message).toBe('The input has more than 5 values.');
  });

  it('is checked once, value by value, for any structure', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
        let looks = 0;
        const counted = (at: unknown): unknown =>
          typeof at !== 'object' || at === null
            ? at
            : new Proxy(at, {
                get: (target, key) => {
                  looks++;
                  return counted(Reflect.get(target, key));
                },
              });
        expect(findUnboundedInput(counted(value))).toBeNull();
        expect(looks).toBe(countValues(value));
      }),
    );
  });
});

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + countValues(inner), 0);
}
