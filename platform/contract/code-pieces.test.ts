import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { CODE_GAP, codePieces } from './code-pieces.ts';

const rendered = (code: string) => renderMarkdown(`\`\`\`python\n${code}\n\`\`\``);

describe('a listing cut at its gaps', () => {
  it('keeps its colors and its spaces', () => {
    expect(codePieces(rendered('  return 1'))).toEqual([
      '<span>  <span class="hljs-keyword">return</span> <span class="hljs-number">1</span></span>',
    ]);
    expect(codePieces(rendered(`if ${CODE_GAP} < 2:`), 2)).toEqual([
      '<span><span class="hljs-keyword">if</span> </span>',
      '<span> &#x3C; <span class="hljs-number">2</span>:</span>'.replace('&#x3C;', '&lt;'),
    ]);
  });

  it('has a text on both sides of a gap within it', () => {
    expect(codePieces(rendered(`print("a ${CODE_GAP} b")`), 2)).toEqual([
      '<span><span class="hljs-built_in">print</span>(<span class="hljs-string">&quot;a </span></span>',
      '<span><span class="hljs-string"> b&quot;</span>)</span>',
    ]);
  });

  it.each([
    ['other HTML', safeHtml('<p>x</p>'), 1],
    ['no HTML', safeHtml(''), 1],
    ['another number of pieces', rendered('x'), 2],
  ])('is null for %s', (_, html, count) => {
    expect(codePieces(html, count)).toBeNull();
  });
});
