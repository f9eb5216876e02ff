import { describe, expect, it } from 'vitest';
import { type DivStart, readDivStart } from './markdown-boxes.ts';
import { renderMarkdown, renderMarkdownBlocks } from './markdown.ts';

/** Without what the tests of markdown.ts check: white space between elements. */
const render = (source: string) => renderMarkdown(source).replaceAll('\n', '');

describe('the first line of a fenced div', () => {
  const start = (kind: DivStart['kind'], title = '', isCollapsible = false): DivStart => ({ kind, title, isCollapsible });
  it.each<[string, DivStart | null]>([
    ['::: note', start('note')],
    [':::note', start('note')],
    ['::::::: challenge :::::::', start('challenge')],
    [':::{note}', start('note')],
    [':::{warning} Mind the step', start('warning', 'Mind the step')],
    [':::tip[Faster]', start('tip', 'Faster')],
    ['::: note A title', start('note', 'A title')],
    ['::: {.callout-important}', start('important')],
    ['::: {#id .callout-caution title="Two words" collapse="true"}', start('warning', 'Two words', true)],
    ['::: {.admonition .tip}', start('note')],
    ['::: prereq', start('prerequisites')],
    ['::: keypoints', start('key-points')],
    ['::: columns', start(null)],
    ['::: {.column width="50%"}', start(null)],
    [':::', null],
    [':::::::', null],
    [':: note', null],
    ['::: some prose after colons', null],
    ['::: {unclosed', null],
    [`::: ${'x'.repeat(600)}`, null],
  ])('%s', (line, expected) => {
    expect(readDivStart(line)).toEqual(expected);
  });
});

describe('a box', () => {
  it('has the title that is stated, that its first heading says, or that its kind has', () => {
    expect(render('::: note\nText\n:::')).toBe('<div class="box box-note"><p class="box-title">Note</p><p>Text</p></div>');
    expect(render('::: note\n## A *good* title\n\nText\n:::')).toBe(
      '<div class="box box-note"><p class="box-title">A <em>good</em> title</p><p>Text</p></div>',
    );
    expect(render('::: {.note title="<b>Stated</b>"}\n## Heading\n:::')).toContain(
      '<p class="box-title">&#x3C;b>Stated&#x3C;/b></p><h2>Heading</h2>',
    );
  });

  it('is folded if it is a solution, or if it says so', () => {
    expect(render('::: solution\n42\n:::')).toBe(
      '<details class="box box-solution"><summary class="box-title">Solution</summary><p>42</p></details>',
    );
    expect(render('::: {.callout-note collapse="true"}\n# Long\n:::')).toBe(
      '<details class="box box-note"><summary class="box-title">Long</summary></details>',
    );
  });

  it('may contain others, with as many colons or with more', () => {
    const inner = '<details class="box box-solution"><summary class="box-title">Solution</summary><p>b</p></details>';
    const outer = `<div class="box box-challenge"><p class="box-title">Challenge</p><p>a</p>${inner}</div><p>c</p>`;
    expect(render('::: challenge\na\n\n::: solution\nb\n:::\n:::\nc')).toBe(outer);
    expect(render(':::::: challenge\na\n\n::: solution\nb\n:::\n::::::\nc')).toBe(outer);
  });

  it('may be in lists and quotations, and ends with them', () => {
    expect(render('- a\n\n  ::: tip\n  b\n- c')).toContain('<p>b</p></div></li><li><p>c</p></li>');
    expect(render('> ::: tip\n> b\n\nc')).toContain('<p>b</p></div></blockquote><p>c</p>');
  });

  it('ignores colons in listings', () => {
    expect(render('::: note\n```\n:::\n```\n:::\nafter')).toContain('<pre><code>:::</code></pre></div><p>after</p>');
  });

  it('reaches to the end if nothing closes it', () => {
    expect(render('a\n::: note\nb\n\nc')).toBe('<p>a</p><div class="box box-note"><p class="box-title">Note</p><p>b</p><p>c</p></div>');
  });

  it('shows the content of a box of an unknown kind', () => {
    expect(render('::: {.column width="50%"}\na\n:::\nb')).toBe('<div><p>a</p></div><p>b</p>');
  });

  it('is one block of a text', () => {
    const blocks = renderMarkdownBlocks('a\n\n::: note\nb\n\nc\n:::\n\nd');
    expect(blocks.map(({ lines }) => lines)).toEqual([
      { from: 1, to: 1 },
      { from: 3, to: 7 },
      { from: 9, to: 9 },
    ]);
  });

  it('can’t be imitated with classes of other elements', () => {
    expect(renderMarkdown('<div class="box evil box-note">x</div>')).toBe('<div class="box box-note">x</div>');
    expect(renderMarkdown('<p class="evil">x</p>')).toBe('<p class="">x</p>');
  });
});

describe('attributes', () => {
  it.each([
    ['![](a.png){alt="A plot" width=50%}', '<p><img src="a.png" alt="A plot" width="50%" loading="lazy"></p>'],
    ['![Old](a.png){fig-alt="New" height=20px .class #id}.', '<p><img src="a.png" alt="New" height="20" loading="lazy">.</p>'],
    ['![A](a.png) {text}', '<p><img src="a.png" alt="A" loading="lazy"> {text}</p>'],
    ['![A](a.png){onerror="alert(1)" style="x"}', '<p><img src="a.png" alt="A" loading="lazy"></p>'],
    ['## Title {#sec-title .unnumbered}', '<h2>Title</h2>'],
    ['## Sets {1, 2}', '<h2>Sets {1, 2}</h2>'],
    ['```{.python .numberLines}\nx\n```', '<pre><code class="language-python">x</code></pre>'],
    ['```{r, echo=FALSE}\nx\n```', '<pre><code class="language-r">x</code></pre>'],
    [
      '[a](https://example.org){.uri} `b`{.python} [c](d){x}',
      '<p><a href="https://example.org" target="_blank" rel="noopener noreferrer">a</a> <code>b</code> <a href="d">c</a>{x}</p>',
    ],
    ['- [ ] a\n- [x] b', '<ul><li>☐ a</li><li>☑ b</li></ul>'],
    ['[ ] a', '<p>[ ] a</p>'],
    ['Term\n: Definition', '<dl><dt>Term</dt><dd>Definition</dd></dl>'],
  ])('%s', (source, html) => {
    expect(render(source)).toBe(html);
  });
});

describe('footnotes', () => {
  it('are linked both ways, with ids that no other text of the page has', () => {
    const [one, other] = [renderMarkdown('A[^1]\n\n[^1]: Note'), renderMarkdown('B[^1]\n\n[^1]: Note')];
    const ids = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const targets = (html: string) => [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids(one)).toHaveLength(2);
    expect(new Set(targets(one))).toEqual(new Set(ids(one)));
    expect(ids(other)).not.toEqual(expect.arrayContaining([ids(one)[0]]));
  });

  it('beyond the limit leave the text as its source', () => {
    expect(renderMarkdown('^[a]'.repeat(600))).not.toContain('<sup>');
  });
});
