import { describe, expect, it } from 'vitest';
import { lettersOf, mapPassage, markdownLetters, withWholeMarkup } from './passage-letters.ts';

/** The passage is between bars. */
function marked(text: string) {
  const from = text.indexOf('|');
  const to = text.indexOf('|', from + 1) - 1;
  return { text: text.replaceAll('|', ''), range: { from, to } };
}

function shown(text: string, range: { from: number; to: number } | null): string | null {
  return range && `${text.slice(0, range.from)}|${text.slice(range.from, range.to)}|${text.slice(range.to)}`;
}

const CASES: [string, string, string][] = [
  ['plain', 'A |loop| repeats.', 'A |loop| repeats.'],
  ['with its full stop', 'A |loop repeats.| So.', 'A |loop repeats.| So.'],
  ['across emphasis and code', 'A |**loop** repeats `x`| here.', 'A |loop repeats x| here.'],
  ['the second of three', 'one, one, |one|', 'one, one, |one|'],
  ['the same number in a list', '- one\n- *one*\n- |one|\n', 'one\none\n|one|\n'],
  ['over line breaks and quotes', '> a |wrapped\n> line| of it', 'a |wrapped line| of it'],
  ['a link without its target', 'See |[the guide](https://a.example/b) first|.', 'See |the guide first|.'],
  ['behind a picture', '![A dog](images/dog.png)\n\n|A dog| barks.', '\n|A dog| barks.'],
  ['in a listing with a language', '```python\npython = |1|\n```\n\n1', 'python = |1|\n\n1'],
  ['tags in a listing', '```\n<b>|bold|</b>\n```', '<b>|bold|</b>'],
  ['behind tags of HTML', '<span title="loop">a</span> |loop|', 'a |loop|'],
  ['a numbered item', '1. first\n2. |2 second|', 'first\n|2 second|'],
  ['of other alphabets', 'Das |\u00dc\u00e4\u65e5\u672c| Wort', 'Das |\u00dc\u00e4\u65e5\u672c| Wort'],
];

describe('a passage of a markdown source in its rendered text', () => {
  it.each(CASES)('%s', (_, source, rendered) => {
    const [here, there] = [marked(source), marked(rendered)];
    const found = mapPassage(markdownLetters(here.text), here.range, lettersOf(there.text));
    expect(shown(there.text, found)).toBe(rendered);
  });

  it('is the one with the same neighbourhood where one text has more of them', () => {
    const { text, range } = marked('a list, a loop, a |list|');
    const rendered = 'An added list. a list, a loop, a list';
    expect(mapPassage(markdownLetters(text), range, lettersOf(rendered))).toEqual({ from: 33, to: 37 });
  });

  it.each([
    ['gone', 'A |loop| repeats', 'A list repeats'],
    ['only punctuation', 'A loop|...|', 'A loop...'],
    ['only a picture', '|![x](y.png)|', ''],
  ])('is not found if it is %s', (_, source, rendered) => {
    const { text, range } = marked(source);
    expect(mapPassage(markdownLetters(text), range, lettersOf(rendered))).toBeNull();
  });
});

describe('a selection of rendered text in its source', () => {
  it.each([
    ['across emphasis', 'A |loop repeats| it.', 'A |**loop** repeats| it.'],
    ['within emphasis', 'A |loop| it.', 'A |**loop**| it.'],
    ['a part of emphasis', 'A |long| loop it.', 'A **|long| loop** it.'],
    ['up to the end of emphasis', 'A |nice loop| it.', 'A |nice `loop`| it.'],
    ['over paragraphs', 'A |loop\nrepeats| it.', 'A |loop\n\n## repeats| it.'],
    ['the second of two', 'a loop, a |loop|', 'a [loop](loop), a |loop|'],
  ])('%s', (_, rendered, source) => {
    const [here, there] = [marked(rendered), marked(source)];
    const found = mapPassage(lettersOf(here.text), here.range, markdownLetters(there.text));
    expect(shown(there.text, found && withWholeMarkup(there.text, found))).toBe(source);
  });
});

it('reads texts of nothing but openings', () => {
  for (const text of ['`'.repeat(50_000), '<!--'.repeat(20_000), '['.repeat(50_000), '```\n'.repeat(20_000), '![]('.repeat(20_000)])
    expect(markdownLetters(text).text).toBe('');
});
