import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { plainAsMarkdown } from './plain-as-markdown.ts';

const SETTINGS = { imagesAt: '/images/', videoHosts: ['www.youtube.com'] };
const MARKS = 'ab1 \n\t*_`[](){}<>!#+-.~$^:|\\@&;="/';
const shown = (text: string) => renderMarkdown(plainAsMarkdown(text), SETTINGS);

it.each([
  ['a plain text', 'It says 3, not 4.'],
  ['HTML', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
  ['links and images', '[a](javascript:alert(1)) ![b](https://a.example/b.png) https://a.example <https://a.example>'],
  ['blocks', '# One\n\n- two\n\n    three\n\n> four\n\n```\nfive\n```\n\n| a |\n| --- |\n| b |\n\n1. six\n\n1) seven\n\n***'],
  ['the product’s own marks', '@ada $x^2$ ::: note\nX\n:::\n[^1]: note {#id .class} @[youtube](abc)'],
  ['backslashes', String.raw`\ \\ \* C:\new`],
])('shows %s as it was typed', (_, text) => {
  const html = shown(text);
  expect(html.replaceAll(/<\/?p[^>]*>|<br>/g, '')).not.toContain('<');
  expect(wordsOf(html)).toBe(wordsOf(text.replaceAll('<', '&lt;')));
});

it('keeps lines apart', () => {
  expect(shown('One\nTwo\n\nThree')).toMatch(/One<br>\s*Two<\/p>\s*<p[^>]*>Three/);
});

it('never makes markup of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...MARKS.split('')) }), (text) => {
      expect(shown(text).replaceAll(/<\/?p[^>]*>|<br>/g, '')).not.toContain('<');
    }),
  );
});

/** The text without marks for spaces. */
function wordsOf(html: string): string {
  return html
    .replaceAll(/<\/?p[^>]*>|<br>/g, '')
    .replaceAll('&#x3C;', '&lt;')
    .replaceAll('&#x26;', '&')
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, '');
}
