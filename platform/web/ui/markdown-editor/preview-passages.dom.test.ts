import { beforeEach, describe, expect, it } from 'vitest';
import { mapMarkdown, renderMarkdown } from '#platform/content/markdown.ts';
import type { PassageMark } from '../code-editor/open-editors.ts';
import { markingPreview, removePassageMarks, selectedSource } from './preview-passages.ts';

let content: HTMLElement;
beforeEach(() => {
  content = document.createElement('div');
  document.body.replaceChildren(content);
});

const mapText = (source: string) => Promise.resolve(mapMarkdown(source));

/** Renders a source with a passage between bars, and marks it. */
async function show(marked: string, ...more: PassageMark[]) {
  const from = marked.indexOf('|');
  const source = marked.replaceAll('|', '');
  const html = renderMarkdown(source);
  content.innerHTML = html;
  const preview = markingPreview(content, content, mapText);
  await preview.mark(source, [{ id: 'a', label: 'Comment of Ada', from, to: marked.lastIndexOf('|') - 1 }, ...more]);
  return { preview, html };
}
const texts = () => [...content.querySelectorAll('mark')].map(({ textContent }) => textContent);

describe('a passage in the preview', () => {
  it.each([
    ['in a paragraph', 'A |loop| repeats.', ['loop']],
    ['across inline markup', 'A |nice **loop** that `repeats`|.', ['nice ', 'loop', ' that ', 'repeats']],
    ['across paragraphs', 'A |loop.\n\nIt ends|.', ['loop.', 'It ends']],
    ['the second of two', '- loop\n- |loop|\n', ['loop']],
    ['in highlighted code', '```python\nfor |x in items|:\n```', ['x ', 'in', ' items']],
  ])('is marked %s', async (_, marked, pieces) => {
    await show(marked);
    expect(texts()).toEqual(pieces);
    expect([...content.querySelectorAll('[role="button"]')].map((mark) => mark.getAttribute('aria-label'))).toEqual(['Comment of Ada']);
  });

  it('a passage in a formula is the whole formula', async () => {
    await show('So |$x^2 + y$| it is.');
    expect(content.querySelector('mark > .katex')).not.toBeNull();
    expect(texts()).toHaveLength(1);
  });

  it('is no button within a link', async () => {
    await show('See [|the guide|](https://a.example).');
    expect(texts()).toEqual(['the guide']);
    expect(content.querySelector('[role="button"]')).toBeNull();
  });

  it('can overlap with another', async () => {
    await show('A |loop repeats| things.', { id: 'b', label: 'Comment of Bo', from: 7, to: 21 });
    const marks = [...content.querySelectorAll('mark')];
    expect(marks.map(({ textContent, dataset }) => [textContent, dataset['passage']])).toEqual([
      ['loop ', 'a'],
      ['repeats', 'a b'],
      [' things', 'b'],
    ]);
    expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual(['Comment of Ada', 'Comment of Bo', null]);
  });

  it('is lit and found, and leaves nothing behind', async () => {
    const { preview, html } = await show('A |**loop** repeats| things.');
    preview.light(['a']);
    expect(content.querySelectorAll('mark[data-lit]')).toHaveLength(2);
    preview.light([]);
    expect(content.querySelector('mark[data-lit]')).toBeNull();
    expect(preview.find('a')?.textContent).toBe('loop');
    expect(preview.find('b')).toBeNull();
    removePassageMarks(content);
    expect(content.innerHTML).toBe(html);
  });

  it('keeps what an author marked', async () => {
    const { html } = await show('A <mark>|loop|</mark> repeats.');
    expect(content.querySelectorAll('mark')).toHaveLength(2);
    removePassageMarks(content);
    expect(content.innerHTML).toBe(html);
  });
});

describe('a selection in the preview', () => {
  const SOURCE = 'A **loop** repeats.\n\n- loop\n- It [ends](loop.html).\n';

  it.each([
    ['within a text', ['strong', 0, 'strong', 4], '**loop**'],
    ['across markup', ['strong', 0, 'p', 8], '**loop** repeats'],
    ['of a whole item', ['li', 0, 'li', 4], 'loop'],
    ['up to a link', ['li:last-child', 0, 'a', 4], 'It [ends'],
  ] as const)('%s', (_, [start, startOffset, end, endOffset], expected) => {
    content.innerHTML = renderMarkdown(SOURCE);
    const text = (selector: string, last: boolean) => {
      const element = content.querySelector(selector);
      return (last ? element?.lastChild : element?.firstChild) ?? content;
    };
    const range = document.createRange();
    range.setStart(text(start, false), startOffset);
    range.setEnd(text(end, true), endOffset);
    const found = selectedSource(content, range, SOURCE, mapMarkdown(SOURCE)!);
    expect(found && SOURCE.slice(found.from, found.to)).toBe(expected);
  });

  it('finds the passage of selected whole elements', () => {
    content.innerHTML = renderMarkdown(SOURCE);
    const range = document.createRange();
    range.selectNodeContents(content.querySelector('ul') ?? content);
    const found = selectedSource(content, range, SOURCE, mapMarkdown(SOURCE)!);
    expect(found && SOURCE.slice(found.from, found.to)).toBe('loop\n- It [ends](loop.html).');
  });
});
