// @vitest-environment jsdom
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { safeHtml } from '#testing/content/safe-html.ts';
import { patchBlocks } from './patch-blocks.ts';
import { RenderedHtml } from './rendered-html.tsx';

function shown(html: string): HTMLDivElement {
  const container = document.createElement('div');
  patchBlocks(container, safeHtml(html));
  return container;
}

describe('patchBlocks', () => {
  it.each([
    ['changed in the middle', '<p>a</p>\n<p>b</p>\n<p>c</p>', '<p>a</p>\n<p>B</p>\n<p>c</p>', [true, false, true]],
    ['added at the start', '<p>b</p>', '<p>a</p>\n<p>b</p>', [false, true]],
    ['added at the end', '<p>a</p>', '<p>a</p>\n<p>b</p>', [true, false]],
    ['removed', '<p>a</p>\n<p>b</p>\n<p>c</p>', '<p>a</p>\n<p>c</p>', [true, true]],
    ['repeated', '<p>a</p>\n<p>a</p>', '<p>a</p>\n<p>a</p>\n<p>a</p>', [true, true, false]],
    ['emptied', '<p>a</p>', '', []],
    ['the same', '<p>a</p>\n<ul><li>b</li></ul>', '<p>a</p>\n<ul><li>b</li></ul>', [true, true]],
  ])('%s: blocks that stay are the same nodes', (_, before, after, kept) => {
    const container = shown(before);
    const nodes = new Set(container.childNodes);
    patchBlocks(container, safeHtml(after));
    expect(container.innerHTML).toBe(after.replaceAll('\n', ''));
    expect([...container.childNodes].map((node) => nodes.has(node))).toEqual(kept);
  });

  it('takes only HTML of the renderer, as does the component that shows it', () => {
    const untrusted: string = '<img src="x" onerror="alert(1)">';
    // @ts-expect-error: not rendered from Markdown
    const inject = () => patchBlocks(document.body, untrusted);
    // @ts-expect-error: not rendered from Markdown
    const show = () => createElement(RenderedHtml, { html: untrusted });
    expect([inject, show]).toHaveLength(2);
  });
});
