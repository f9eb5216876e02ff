import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthBeyondLinear } from '#testing/growth.ts';
import { compileQuery, keepingCase, kindsOf, type Matcher } from './matcher.ts';
import { isOfKinds, replaceChosen, replacementOf, textChanges } from './replace-text.ts';

function matcherOf(text: string, mode: 'plain' | 'regex' = 'plain', options: { match_case?: boolean; whole_word?: boolean } = {}): Matcher {
  const compiled = compileQuery({ text, mode, whole_word: false, match_case: true, ...options });
  if (!('matcher' in compiled)) throw new Error('The pattern is wrong.');
  return compiled.matcher;
}
const all = () => true;

describe('replacing matches', () => {
  it.each<[string, 'plain' | 'regex', string, string, string]>([
    ['one', 'plain', 'two', 'one and one', 'two and two'],
    ['a.c', 'plain', '$1$&', 'abc a.c', 'abc $1$&'],
    [String.raw`(\w+)@(\w+)`, 'regex', '$2 at $1', 'me@here', 'here at me'],
    ['cat', 'regex', '[$&]', 'a cat', 'a [cat]'],
    ['cat', 'regex', '$&0', 'a cat', 'a cat0'],
    ['cat', 'regex', '$$&', 'a cat', 'a $&'],
    ['(?P<day>[a-z]+)day', 'regex', '${day}', 'sunday', 'sun'],
    ['^#', 'regex', '##', '# a\n# b', '## a\n## b'],
    ['x', 'plain', '', 'xyx', 'y'],
  ])('of %s (%s) by %s', (pattern, mode, replacement, text, result) => {
    const matcher = matcherOf(pattern, mode);
    const by = replacementOf(mode, replacement);
    const changes = textChanges(text, matcher, by, all);
    expect(replaceChosen(text, matcher, changes, by)).toBe(result);
  });

  it.each<[string, 'plain' | 'regex', string, string, string]>([
    ['robust', 'plain', 'resistant', 'Robust and robust, ROBUST', 'Resistant and resistant, RESISTANT'],
    ['recieve', 'plain', 'receive', 'Recieve! recieve', 'Receive! receive'],
    ['data frame', 'plain', 'dataFrame', 'Data Frame data frame', 'DataFrame dataFrame'],
    ['Python', 'plain', 'R', 'python Python PYTHON', 'R R R'],
    ['e-mail', 'plain', 'message', 'An e-mail. E-mail. iE-MAIL', 'An message. Message. iMESSAGE'],
    ['email', 'plain', 'Email', 'email EMAIL Email', 'Email Email Email'],
    ['a', 'plain', 'the', 'A a', 'The the'],
    ['iPhone', 'plain', 'phone', 'iPhone IPHONE', 'phone PHONE'],
    ['übung', 'plain', 'aufgabe', 'Übung übung', 'Aufgabe aufgabe'],
    ['x', 'plain', '', 'X x', ' '],
    ['7', 'plain', 'seven', '7 7', 'seven seven'],
    [String.raw`colou?r(s?)`, 'regex', 'shade$1', 'Colours COLOR color', 'Shades SHADE shade'],
  ])('of %s (%s) by %s keeps capital letters', (pattern, mode, replacement, text, result) => {
    const matcher = keepingCase(matcherOf(pattern, mode, { match_case: false }));
    const by = replacementOf(mode, replacement);
    expect(replaceChosen(text, matcher, textChanges(text, matcher, by, all), by)).toBe(result);
  });

  it('shows each in its line', () => {
    expect(textChanges('First\nthe old one\nold', matcherOf('old'), 'new', all)).toEqual([
      { from: 10, to: 13, line: 2, head: 'the ', tail: ' one', removed: 'old', added: 'new' },
      { from: 18, to: 21, line: 3, head: '', tail: '', removed: 'old', added: 'new' },
    ]);
  });

  it('leaves out what stays the same', () => {
    expect(textChanges('Cat cat', matcherOf('cat', 'plain', { match_case: false }), 'cat', all)).toHaveLength(1);
  });

  it('is limited to kinds of matches', () => {
    const text = '![cat](a.png) cat';
    expect(textChanges(text, matcherOf('cat'), 'dog', isOfKinds(['alt'], 'text', text))).toMatchObject([{ from: 2 }]);
    expect(textChanges(text, matcherOf('cat'), 'dog', isOfKinds([], 'text', text))).toHaveLength(2);
  });

  it('refuses what is no match', () => {
    expect(replaceChosen('one two', matcherOf('one'), [{ from: 1, to: 4 }], 'x')).toBeNull();
  });

  const texts = fc.stringMatching(/^[ab\nü😀 ]{0,40}$/u);
  const patterns = fc.constantFrom<[string, 'plain' | 'regex']>(
    ['a', 'plain'],
    ['ab', 'plain'],
    ['ü', 'plain'],
    ['a+', 'regex'],
    ['(a|b) ?', 'regex'],
    ['^a', 'regex'],
    [String.raw`\bb`, 'regex'],
  );

  it('changes nothing outside the chosen matches', () => {
    fc.assert(
      fc.property(
        texts,
        patterns,
        fc.constantFrom('', 'x', 'a', '$1', '[$&]', '😀\n'),
        fc.array(fc.boolean()),
        (text, [p, mode], to, picks) => {
          const matcher = matcherOf(p, mode);
          const by = replacementOf(mode, to);
          const chosen = textChanges(text, matcher, by, all).filter((_, index) => picks[index] ?? true);
          const result = replaceChosen(text, matcher, chosen, by);
          let [at, expected] = [0, ''];
          for (const { from, to: end, added } of chosen) {
            expected += text.slice(at, from) + added;
            at = end;
          }
          expect(result).toBe(expected + text.slice(at));
        },
      ),
    );
  });
});

it.each([
  ['a match in one line', (size: number) => textChanges('a'.repeat(4 * size), matcherOf('a'), 'b', all)],
  [
    'a match after an image',
    (size: number) => {
      const text = `![${'a '.repeat(4 * size)}`;
      return matcherOf('a').find(text).map(kindsOf('text', text));
    },
  ],
])('takes a time that is linear in a text with %s', (_, work) => {
  expect(growthBeyondLinear(work, 1 << 15, 1 << 12)).toBeNull();
});
