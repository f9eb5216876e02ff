import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { spacingChanges } from './spacing-changes.ts';

function apply(text: string, changes: ReturnType<typeof spacingChanges>): string {
  return changes.toReversed().reduce((done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to), text);
}

it.each([
  ['x=[1,2,\n3]', 'x = [1, 2, 3]', 4],
  ['f(a,\nb)', 'f(\n    a,\n    b,\n)', 5],
  ['if(a):\n  b', 'if a:\n    b', 3],
  ['same', 'same', 0],
  ['one "a"', "two 'b'", 1],
])('turns %j into %j, by changes of parts', (before, after, count) => {
  const changes = spacingChanges(before, after);
  expect([apply(before, changes), changes.length]).toEqual([after, count]);
});

it('always makes the other text, of changes in order that don’t overlap', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', ',', '(', ')', ';') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = spacingChanges(before, after);
      expect(apply(before, changes)).toBe(after);
      for (const [at, { from }] of changes.entries()) expect(from).toBeGreaterThanOrEqual(changes[at - 1]?.to ?? 0);
    }),
  );
});
