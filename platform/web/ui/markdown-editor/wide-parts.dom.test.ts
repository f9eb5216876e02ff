import { expect, it } from 'vitest';
import { markWideParts, unmarkWideParts } from './wide-parts.ts';

/** Content whose parts have the given widths, as nothing is laid out here. */
function contentOf(html: string): HTMLElement {
  const content = document.createElement('div');
  content.innerHTML = html;
  for (const part of content.querySelectorAll<HTMLElement>('[id]')) {
    Object.defineProperty(part, 'clientWidth', { value: 100 });
    Object.defineProperty(part, 'scrollWidth', { value: Number(part.id.slice(1)) });
  }
  return content;
}

it('lets the keyboard reach what is wider than the text, and nothing else', () => {
  const html =
    '<pre id="w200">a</pre><pre id="w100">b</pre><table id="w101"></table><span class="katex-display" id="w300"></span><p id="w400">c</p>';
  const content = contentOf(html);
  markWideParts(content);
  expect([...content.querySelectorAll('[tabindex="0"]')].map(({ id }) => id)).toEqual(['w200', 'w101', 'w300']);
  unmarkWideParts(content);
  expect(content.querySelectorAll('[tabindex]')).toHaveLength(0);
});

it('takes back what fits again', () => {
  const content = contentOf('<pre id="w100" tabindex="0">a</pre>');
  markWideParts(content);
  expect(content.querySelectorAll('[tabindex]')).toHaveLength(0);
});
