// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { copySafely } from './copy-safely.ts';

function safeHtml(html: string): string {
  const target = document.createElement('div');
  copySafely(new DOMParser().parseFromString(html, 'text/html').body, target);
  return target.innerHTML;
}

describe('the HTML form of a variable', () => {
  it('keeps a data frame and leaves out its style sheet', () => {
    const html =
      '<div>\n<style scoped>.dataframe td { vertical-align: top; }</style>\n' +
      '<table border="1" class="dataframe"><thead><tr style="text-align: right;"><th rowspan="2">a &lt; b</th><td>1</td></tr></thead></table></div>';
    expect(safeHtml(html)).toBe('<div>\n\n<table><thead><tr><th rowspan="2">a &lt; b</th><td>1</td></tr></thead></table></div>');
  });

  it('does not make an empty cell a heading', () => {
    expect(safeHtml('<table><tbody><tr><th> </th><th>a</th></tr></tbody></table>')).toContain('<td> </td><th>a</th>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://example.org/pixel.png">',
    '<iframe src="https://www.youtube.com/embed/abc"></iframe>',
    '<svg onload=alert(1)><style>*{}</style></svg>',
    '<a href="javascript:alert(1)">x</a>',
    '<table><tr><td onclick="alert(1)" style="position:fixed" background="https://example.org/a.png">x</td></tr></table>',
    '<form action="https://example.org"><input name="a"></form>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<link rel="stylesheet" href="https://example.org/a.css"><base href="https://example.org/">',
  ])('makes %s harmless', (html) => {
    expect(safeHtml(html)).not.toMatch(
      /script|alert|\bon\w+=|src=|href|action=|background|style|<(img|iframe|svg|math|form|input|link|base)/i,
    );
  });
});
