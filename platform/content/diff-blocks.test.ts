import { describe, expect, it } from 'vitest';
import { diffRendered } from './diff-blocks.ts';
import { renderMarkdown, renderMarkdownBlocks } from './markdown.ts';

const renderedAs = (source: string) =>
  renderMarkdownBlocks(source)
    .map(({ html }) => html)
    .join('');

const TEXT = '# Title\n\nOne.\n\n- a\n- b\n\n| x |\n|---|\n| 1 |\n\n$$x^2$$\n';

describe('a text in blocks', () => {
  it('is the whole text in pieces', () => {
    const blocks = renderMarkdownBlocks(TEXT);
    expect(blocks).toHaveLength(5);
    expect(blocks.map(({ html }) => html).join('\n')).toBe(renderMarkdown(TEXT).trim());
    expect(renderMarkdownBlocks(' \n\n')).toEqual([]);
  });

  it('is as safe as the whole', () => {
    expect(renderedAs('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n')).not.toMatch(/script|onerror/);
  });

  it('states the lines of each block, and nothing about them in the HTML', () => {
    const lines = renderMarkdownBlocks(TEXT).map((block) => [block.lines?.from, block.lines?.to]);
    expect(lines).toEqual([
      [1, 1],
      [3, 3],
      [5, 6],
      [8, 10],
      [12, 12],
    ]);
    expect(renderedAs(`${TEXT}<div data-lines="1-2"><p data-lines="3-4">x</p></div>\n`)).not.toContain('data-lines');
  });
});

describe('what changed between two texts', () => {
  const kinds = (before: string | null, after: string | null) => diffRendered(before, after).map(({ kind }) => kind);

  it.each([
    ['nothing', TEXT, TEXT, ['same', 'same', 'same', 'same', 'same']],
    ['one block', TEXT, TEXT.replace('One.', 'Two.'), ['same', 'removed', 'added', 'same', 'same', 'same']],
    ['a few words', 'We count from one here.\n', 'We count from zero here.\n', ['changed']],
    ['words, and a paragraph before', 'We count on.\n', 'New.\n\nWe count off.\n', ['added', 'changed']],
    ['words, and a paragraph gone before', 'Old.\n\nWe count on.\n', 'We count off.\n', ['removed', 'changed']],
    ['words beside a picture', 'One two ![a](a.png) three.\n', 'One two ![a](a.png) four.\n', ['removed', 'added']],
    ['bold instead of plain', 'One two.\n', 'One **two**.\n', ['removed', 'added']],
    ['a heading instead of a paragraph', 'One two.\n', '# One two.\n', ['removed', 'added']],
    ['only its markup', '*a*\n', '_a_\n', ['same']],
    ['all of it', 'a\n', 'b\n\nc\n', ['removed', 'added', 'added']],
    ['a new file', null, 'a\n', ['added']],
    ['a deleted file', 'a\n', null, ['removed']],
    ['two empty ones', '', null, []],
  ])('%s', (_what, before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });

  const marked = (before: string, after: string) =>
    diffRendered(before, after)
      .map(({ html }) => html)
      .join('');

  it.each([
    [
      'We count from **one** here.',
      'We count from **zero** here.',
      '<p>We count from <strong><del>one</del><ins>zero</ins></strong> here.</p>',
    ],
    ['A b c d', 'A b c d e', '<p>A b c d<ins> e</ins></p>'],
    ['- one\n- two\n- three', '- one\n- three', '<ul>\n<li>one</li>\n<li><del>two\n</del>three</li>\n</ul>'],
    ['a <b>bc</b>\\<script> one', 'a <b>bc</b> one', '<p>a <b>bc<del>&#x3C;script></del></b> one</p>'],
  ])('%j → %j: words are marked', (before, after, expected) => {
    expect(marked(before, after)).toBe(expected);
  });

  it.each(['<img src=x onerror=alert(1)> one two', '&lt;script&gt;alert(1)&lt;/script&gt; one two', '[one](javascript:alert(1)) two'])(
    'stays safe with marked words: %s',
    (source) => {
      for (const html of [marked(source, `${source} three`), marked(`${source} three`, source), marked('one two', source)])
        expect(html).not.toMatch(/<script|<[^>]* onerror|href/);
    },
  );

  it('gives each block its lines on either side', () => {
    const lines = diffRendered('One.\n\nWe count from one.\n', 'Zero.\n\nOne.\n\nWe count from zero.\n');
    expect(lines.map(({ kind, before, after }) => [kind, before?.from, after?.from])).toEqual([
      ['added', undefined, 1],
      ['same', 1, 3],
      ['changed', 3, 5],
    ]);
  });
});

it.each([
  [19, true],
  [20, false],
])('looks for the words of a block in the next 20 only, so behind %i new ones: %s', (count, isFound) => {
  const others = Array.from({ length: count }, (_, at) => `Something${at} else${at}`);
  const blocks = diffRendered('Count from one to three.', [...others, 'Count from one to four.'].join('\n\n'));
  expect(blocks.some(({ kind }) => kind === 'changed')).toBe(isFound);
});
