import { expect, it } from 'vitest';
import { readParsedHtml } from './parsed-html.ts';
import { writeMarkdown } from './write-markdown.ts';

const markdown = (html: string) => {
  const read = readParsedHtml(html, (src) => (src.startsWith('own/') ? src : null));
  return read && writeMarkdown(read.blocks);
};

it.each([
  ['marks and breaks', '<p>a <b>b</b><br>c<script>alert(1)</script></p>', 'a **b**\\\nc'],
  ['lists', '<ul><li>a<ol><li>b</li></ol></li></ul>', '- a\n  1. b'],
  ['a listing with its language', '<pre><code class="language-python">a = 1\nb</code></pre>', '```python\na = 1\nb\n```'],
  ['a table', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', 'a\n: b'],
  ['a formula', '<span class="katex"><annotation encoding="application/x-tex">x^2</annotation></span>', '$x^2$'],
  ['images that are known', '<img src="own/a.png" alt="A"><img src="file:///b.png">', '![A](own/a.png)\uFFFC'],
  ['elements nested too deeply', '<div>'.repeat(200), null],
])('reads %s without a browser', (_, html, expected) => {
  expect(markdown(html)).toBe(expected);
});
