import { expect, it } from 'vitest';
import { SpellChecker, type SpellRequest } from './check-words.ts';

/** A dictionary that knows words in lower case. */
function checkerOf() {
  const asked: (readonly string[])[] = [];
  const run = ({ words }: SpellRequest) => {
    asked.push(words);
    return Promise.resolve({ unknown: new Map(words.filter((word) => /[A-Z]/.test(word)).map((word) => [word, word.toLowerCase()])) });
  };
  return { asked, checker: new SpellChecker({ run }) };
}

it('looks each word up once, and reports the unknown ones every time', async () => {
  const { asked, checker } = checkerOf();
  expect(await checker.check(['one', 'Two', 'one'])).toEqual(new Map([['Two', 'two']]));
  expect(await checker.check(['Two', 'one'])).toEqual(new Map([['Two', 'two']]));
  expect([...((await checker.check(['Four', 'Two', 'three'])) ?? [])]).toEqual([
    ['Four', 'four'],
    ['Two', 'two'],
  ]);
  expect(asked).toEqual([
    ['one', 'Two'],
    ['Four', 'three'],
  ]);
});

it('looks words up again after so many unknown ones that some have no suggestion', async () => {
  const { asked, checker } = checkerOf();
  const words = Array.from({ length: 201 }, (_, index) => `W${index}`);
  await checker.check(words);
  expect((await checker.check(['W1']))?.get('W1')).toBe('w1');
  expect(asked).toHaveLength(2);
});

it('knows nothing while the machine is too busy', async () => {
  const checker = new SpellChecker({ run: () => Promise.resolve('busy') });
  expect(await checker.check(['one'])).toBeNull();
});
