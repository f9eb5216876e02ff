import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileQuery, kindsOf, type Matcher, type Required, requiredLiterals } from './matcher.ts';

const PLAIN = { mode: 'plain', whole_word: false, match_case: false } as const;
const REGEX = { mode: 'regex', whole_word: false, match_case: false } as const;

function matcher(pattern: Parameters<typeof compileQuery>[0]): Matcher {
  const compiled = compileQuery(pattern);
  if ('problem' in compiled) throw new Error(compiled.problem.message);
  return compiled.matcher;
}

describe('finding', () => {
  it.each([
    ['without case', { ...PLAIN, text: 'LOOP' }, 'A loop, a Loop', ['loop', 'Loop']],
    ['with case', { ...PLAIN, text: 'Loop', match_case: true }, 'A loop, a Loop', ['Loop']],
    ['whole words', { ...PLAIN, text: 'for', whole_word: true }, 'for before form for_ (for)', ['for', 'for']],
    ['whole words with accents', { ...PLAIN, text: 'caf', whole_word: true }, 'café caf', ['caf']],
    ['signs as themselves', { ...PLAIN, text: 'a.b[0]*$/{}' }, 'a.b[0]*$/{} axb', ['a.b[0]*$/{}']],
    ['over lines', { ...PLAIN, text: 'a\nb' }, 'a\nb', ['a\nb']],
    ['non-ASCII letters without case', { ...PLAIN, text: 'ÉTÉ' }, 'été', ['été']],
    ['emoji', { ...PLAIN, text: '😀' }, 'a😀b', ['😀']],
    ['a pattern', { ...REGEX, text: String.raw`pd\.\w+` }, 'pd.read pdx PD.Merge', ['pd.read', 'PD.Merge']],
    ['line ends', { ...REGEX, text: '^b$' }, 'a\nb\nc', ['b']],
    ['nothing for empty matches', { ...REGEX, text: 'x*' }, 'ab', []],
    ['a pattern as a whole word', { ...REGEX, text: 'o+', whole_word: true }, 'o foo oo', ['o', 'oo']],
  ])('%s', (_, pattern, text, expected) => {
    expect(
      matcher(pattern)
        .find(text)
        .map(({ from, to }) => text.slice(from, to)),
    ).toEqual(expected);
  });

  it('stops at the number of matches asked for', () => {
    expect(matcher({ ...PLAIN, text: 'a' }).find('aaaa', 2)).toHaveLength(2);
    expect(matcher({ ...REGEX, text: 'a' }).find('aaaa', 2)).toHaveLength(2);
  });

  it('finds plain texts as a pattern of their quoted characters does', () => {
    const characters = fc.string({ unit: fc.constantFrom('a', 'B', 'b', '.', '*', '(', ' ', 'é', '\n'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(characters, fc.string({ unit: fc.constantFrom('a', 'B', 'b', '.', '*', '(', ' ', 'É', '\n') }), (wanted, text) => {
        const quoted = wanted.replaceAll(/[.*()]/g, String.raw`\$&`);
        expect(matcher({ ...PLAIN, text: wanted }).find(text)).toEqual(matcher({ ...REGEX, text: quoted }).find(text));
      }),
    );
  });
});

describe('replacing', () => {
  it.each([
    ['all', { ...PLAIN, text: 'a' }, 'banana', null, 'o', 'bonono'],
    ['the chosen', { ...PLAIN, text: 'a' }, 'banana', [{ from: 3, to: 4 }], 'o', 'banona'],
    ['dollars literally in plain texts', { ...PLAIN, text: 'a' }, 'a', null, '$1$$', '$1$$'],
    ['groups', { ...REGEX, text: String.raw`(\w+)\((?<arg>\w+)\)` }, 'f(x) g(y)', null, '${arg}.$1()$$', 'x.f()$ y.g()$'],
    ['unknown groups as written', { ...REGEX, text: 'a' }, 'a', null, '$2${b}', '$2${b}'],
    ['the chosen with what is around', { ...REGEX, text: String.raw`\bx(\d)` }, 'x1 ax2 x3', [{ from: 7, to: 9 }], 'y$1', 'x1 ax2 y3'],
  ])('%s', (_, pattern, text, chosen, replacement, expected) => {
    expect(matcher(pattern).replace(text, chosen, replacement)).toBe(expected);
  });
});

describe('a pattern that is refused', () => {
  it.each([
    ['a(b', 'Missing closing ).', 0, 3],
    ['ab[z-a]', 'Invalid character class range.', 3, 6],
    ['a**', 'Invalid nested repetition operator.', 1, 3],
    ['a(?=b)', 'Invalid or unsupported Perl syntax.', 1, 4],
    ['((a{100}){100}){100}', 'Invalid repeat count.', 15, 20],
    ['(?:[a-z]{0,50}){0,20}x', 'This pattern is too large. Make its repetitions smaller.', 0, 22],
  ])('%s', (text, message, from, to) => {
    expect(compileQuery({ ...REGEX, text })).toEqual({ problem: { message, from, to } });
  });
});

describe('patterns that hang other engines', () => {
  it.each(['(a+)+$', '(a|a)*b', '(a?){30}a{30}', '(.*)*x', String.raw`(\w+\s?)+$`])('%s is searched in linear time', (text) => {
    // Backtracking would take longer than the test may.
    expect(matcher({ ...REGEX, text }).find(`${'a'.repeat(5_000)}!`, 3).length).toBeLessThanOrEqual(3);
  });
});

const holds = (required: Required, text: string): boolean => {
  if (required.type === 'literal') return text.includes(required.text);
  return required.type === 'all' ? required.of.every((each) => holds(each, text)) : required.of.some((each) => holds(each, text));
};

describe('the literals of a pattern', () => {
  it.each([
    [
      { ...PLAIN, text: 'Read CSV' },
      { type: 'all', of: [{ type: 'literal', text: 'read csv' }] },
    ],
    [{ ...REGEX, text: 'import|from' }, expect.objectContaining({ type: 'any' })],
    [{ ...REGEX, text: String.raw`\w+` }, null],
    [{ ...PLAIN, text: 'é' }, null],
  ])('%j', (pattern, expected) => {
    expect(requiredLiterals(pattern)).toEqual(expected);
  });

  it('are in each text with a match', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', 'é', ' '), maxLength: 12 });
    const patterns = fc.constantFrom('ab', '(?i)a(b|é)', 'a+b', '(ab|ba) ?a', 'a.b', '[ab]a', 'é?ab', '(?:ab){2}', 'a|b|é', '(?i)AB|b a');
    fc.assert(
      fc.property(patterns, texts, fc.boolean(), (text, subject, match_case) => {
        const pattern = { ...REGEX, text, match_case };
        const required = requiredLiterals(pattern);
        const mayMatch = required === null || holds(required, subject.toLowerCase());
        expect(mayMatch || matcher(pattern).find(subject).length === 0).toBe(true);
      }),
    );
  });
});

it('a match in the alternative text of an image is of its own kind', () => {
  const text = 'A cat ![a cat](images/cat.png) cat';
  const kinds = matcher({ ...PLAIN, text: 'cat' })
    .find(text)
    .map((range) => kindsOf('text', text)(range));
  expect(kinds).toEqual(['text', 'alt', 'text', 'text']);
  expect(kindsOf('answer', text)({ from: 10, to: 13 })).toBe('answer');
});
