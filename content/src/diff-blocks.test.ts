import { describe, expect, it } from 'vitest';
import { diffRendered } from './diff-blocks.ts';
import { renderMarkdown, renderMarkdownBlocks } from './markdown.ts';

const TEXT = '# Title\n\nOne.\n\n- a\n- b\n\n| x |\n|---|\n| 1 |\n\n$$x^2$$\n';

describe('a text in blocks', () => {
  it('is the whole text in pieces', () => {
    const blocks = renderMarkdownBlocks(TEXT);
    expect(blocks).toHaveLength(5);
    expect(blocks.join('\n')).toBe(renderMarkdown(TEXT).trim());
    expect(renderMarkdownBlocks(' \n\n')).toEqual([]);
  });

  it('is as safe as the whole', () => {
    expect(renderMarkdownBlocks('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n').join('')).not.toMatch(/script|onerror/);
  });
});

describe('what changed between two texts', () => {
  const kinds = (before: string | null, after: string | null) => diffRendered(before, after).map(({ kind }) => kind);

  it.each([
    ['nothing', TEXT, TEXT, ['same', 'same', 'same', 'same', 'same']],
    ['one block', TEXT, TEXT.replace('One.', 'Two.'), ['same', 'removed', 'added', 'same', 'same', 'same']],
    ['only its markup', '*a*\n', '_a_\n', ['same']],
    ['all of it', 'a\n', 'b\n\nc\n', ['removed', 'added', 'added']],
    ['a new file', null, 'a\n', ['added']],
    ['a deleted file', 'a\n', null, ['removed']],
    ['two empty ones', '', null, []],
  ])('%s', (_what, before, after, expected) => {
    expect(kinds(before, after)).toEqual(expected);
  });
});
