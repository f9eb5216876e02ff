import commonmark from 'commonmark-spec';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from '#testing/content/markdown-attacks.ts';
import { renderMarkdown, renderUnsafeMarkdown } from './markdown.ts';
import { DEFAULT_VIDEO_HOSTS, framePatterns, VIDEO_FILE } from './video-hosts.ts';

/** The specification prints tabs as arrows. */
const withTabs = (text: string) => text.replaceAll('→', '\t');
const examples = commonmark.tests.map((example) => ({ ...example, markdown: withTabs(example.markdown), html: withTabs(example.html) }));

const ELEMENTS = new Set(
  (
    'a abbr b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i iframe img ins kbd li mark ol p picture pre q ' +
    'rp rt ruby s samp section source span strike strong sub summary sup table tbody td tfoot th thead tr track tt u ul var video ' +
    'math semantics annotation mrow mi mo mn ms mtext mspace mstyle msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd ' +
    'mpadded mphantom menclose merror mglyph'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'href src alt title width height id name class align loading target rel start open cite datetime colspan rowspan scope lang dir itemprop ' +
    'allowfullscreen referrerpolicy xmlns display encoding mathvariant stretchy fence separator lspace rspace minsize maxsize accent accentunder ' +
    'columnalign columnspacing rowspacing columnlines rowlines scriptlevel displaystyle linethickness mathcolor mathbackground mathsize depth ' +
    'voffset notation form symmetric largeop movablelimits value type border cellpadding cellspacing color size span summary valign ' +
    'controls preload playsinline crossorigin kind srclang label default aria-label aria-hidden aria-describedby aria-labelledby'
  ).split(' '),
);
const ADDRESSES = new Set(['href', 'src', 'cite', 'longdesc', 'action', 'formaction', 'poster', 'data', 'srcset', 'background']);

const HOSTS = [...DEFAULT_VIDEO_HOSTS, 'tube.example.org'];

// One shared page: creating one takes longer than most of the tests.
const { DOMParser } = new JSDOM().window;
const reader = new DOMParser();
const bodyOf = (html: string) => reader.parseFromString(`<!doctype html><body>${html}</body>`, 'text/html').body;

/** Everything in `html` that isn't on the allow list. */
function offences(html: string): string[] {
  return [...bodyOf(html).querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    const found = ELEMENTS.has(name) ? [] : [`<${name}>`];
    for (const { name: attribute, value } of element.attributes) {
      if (!ATTRIBUTES.has(attribute)) found.push(`<${name} ${attribute}="${value}">`);
      // As browsers do: ignore white space and control characters.
      // oxlint-disable-next-line no-control-regex
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value.replace(/[\u0000-\u0020\u007f]/g, ''))?.[1]?.toLowerCase();
      const isAddress = ADDRESSES.has(attribute) && scheme !== undefined;
      if (isAddress && !(attribute === 'src' ? ['http', 'https'] : ['http', 'https', 'mailto']).includes(scheme))
        found.push(`${attribute}=${value}`);
      if ((attribute === 'id' || attribute === 'name') && !value.startsWith('user-content-')) found.push(`${attribute}=${value}`);
    }
    const address = element.getAttribute('src') ?? '';
    if (name === 'iframe' && !framePatterns(HOSTS).some((pattern) => pattern.test(address))) found.push(`frame of ${address}`);
    if (name === 'video' && !VIDEO_FILE.test(address)) found.push(`video of ${address}`);
    if (element.getAttribute('target') === '_blank' && !element.getAttribute('rel')?.includes('noopener'))
      found.push('opens without noopener');
    return found;
  });
}

describe('the markdown stage', () => {
  it('has every CommonMark example', () => {
    expect(examples).toHaveLength(652);
  });

  it.each(examples)('CommonMark $number $section', ({ markdown, html }) => {
    // The only difference is white space between tags: an empty quote has no line end.
    expect(renderUnsafeMarkdown(markdown).replaceAll('<blockquote></blockquote>', '<blockquote>\n</blockquote>')).toBe(html);
  });
});

describe('safe HTML', () => {
  it('allows nothing unlisted in any CommonMark example', () => {
    for (const { markdown } of examples) expect(offences(renderMarkdown(markdown))).toEqual([]);
  });

  it('is tested with enough attacks, and the test detects them', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40);
    expect(offences('<script>1</script><a href=" java\nscript:x" onclick=x>a</a><iframe src="https://evil.example">')).toHaveLength(4);
  });

  it.each(ATTACKS)('%s', (_, source) => {
    const html = renderMarkdown(source, { videoHosts: HOSTS });
    expect(offences(html)).toEqual([]);
    // The result after a browser parses and serializes it again (mutation).
    expect(offences(bodyOf(html).innerHTML)).toEqual([]);
  });

  it.each([
    [
      'a video',
      '<iframe src="https://www.youtube.com/embed/abc-1?start=3&end=9"></iframe>',
      '<iframe src="https://www.youtube.com/embed/abc-1?start=3&#x26;end=9"',
    ],
    ['a link that leaves', '[x](https://a.example)', '<a href="https://a.example" target="_blank" rel="noopener noreferrer">x</a>'],
    ['a link within', '[x](#y)', '<a href="#y">x</a>'],
    ['an image of the lesson', '![a cat](images/cat.png)', '<img src="images/cat.png" alt="a cat" loading="lazy">'],
    ['a listing', '```python\nx = 1\n```', '<pre><code class="language-python">x = <span class="hljs-number">1</span>\n</code></pre>'],
    ['a listing of no known language', '```brainfuck\n<\n```', '<pre><code class="language-brainfuck">&#x3C;\n</code></pre>'],
    [
      'a diagram as its source, with a label',
      '```mermaid\nA --- B\n```',
      '<figure class="diagram"><figcaption>Diagram (Mermaid source)</figcaption><pre><code class="language-mermaid">A --- B\n',
    ],
    ['an aligned column', '|a|\n|-:|\n|1|', '<td align="right">1</td>'],
    ['a formula', 'so $x^2$.', '<msup><mi>x</mi><mn>2</mn></msup>'],
    ['a display formula', '$$\n\\frac{1}{2}\n$$', 'display="block"'],
    ['formulas in a list', '- $$\n  x\n  $$', '<li>\n<span class="katex katex-display">'],
    ['prices', 'from $5 to $6', '<p>from $5 to $6</p>'],
    ['escaped dollars', '\\$x\\$', '<p>$x$</p>'],
    ['dollars in code', '`$x$`', '<code>$x$</code>'],
    ['a fence that is not closed', '$$\nx', '<p>$$\nx</p>'],
    ['strikethrough', '~~a~~', '<s>a</s>'],
    ['text in a formula', '$\\mbox{if}$', '<mtext>if</mtext>'],
    ['a wrong formula', '$\\frac{$', 'katex-error'],
    ['nothing', '', ''],
  ])('shows %s', (_, source, expected) => {
    expect(renderMarkdown(source)).toContain(expected);
  });

  it.each([
    ['a paragraph', 'שלום `print(1)` $x$', '<p dir="rtl">שלום <code dir="ltr">print(1)</code>'],
    ['a list', '- שלום\n- one', '<ul dir="rtl">\n<li>שלום</li>\n<li dir="ltr">one</li>\n</ul>'],
    ['a listing', 'שלום\n\n```python\nprint(1)\n```', '<p dir="rtl">שלום</p>\n<pre><code'],
    ['a listing in a quotation', '> שלום\n>\n>     x', '<blockquote dir="rtl">\n<p>שלום</p>\n<pre dir="ltr"><code>'],
    ['a heading that begins with code', '# `x` שלום', '<h1 dir="rtl"><code dir="ltr">x</code> שלום</h1>'],
    ['a text in Arabic with Latin words', 'سلام Python', '<p dir="rtl">سلام Python</p>'],
    ['a text with Hebrew words', 'Say שלום', '<p>Say שלום</p>'],
    ['a box', '::: note\nשלום\n:::', 'dir="rtl">שלום</p>'],
    ['what an author says', '<p dir="ltr">שלום</p>', '<p dir="ltr">שלום</p>'],
  ])('lets %s run in its direction', (_, source, expected) => {
    expect(renderMarkdown(source)).toContain(expected);
  });

  it.each([
    ['a paragraph', 'سلام `print(1)`', '<p>سلام <code dir="ltr">print(1)</code></p>'],
    ['a paragraph that begins with a foreign word', 'Python هي *لغة*', '<p>Python هي <em>لغة</em></p>'],
    ['a paragraph in another script', 'Only English.', '<p dir="ltr">Only English.</p>'],
    ['a listing', '    x', '<pre dir="ltr"><code>'],
    ['a list with both', '- one\n- سلام', '<ul>\n<li dir="ltr">one</li>\n<li>سلام</li>\n</ul>'],
    ['numbers', '1 + 2', '<p>1 + 2</p>'],
  ])('in a language from right to left, lets %s run in its direction', (_, source, expected) => {
    expect(renderMarkdown(source, { direction: 'rtl' })).toContain(expected);
  });

  it.each([
    ['as code hosts show it', '![a cat](../../images/cat.png)', '<img src="/at/cat.png" alt="a cat" loading="lazy">'],
    ['from one folder up', '![](../images/cat.png)', 'src="/at/cat.png" alt=""'],
    ['by its folder', '![](images/cat.png)', 'src="/at/cat.png"'],
    ['with a name to be encoded', '![](<../../images/a b%28c%29 ü.png>)', 'src="/at/a%20b(c)%20%C3%BC.png"'],
    ['in HTML, with a width', '<img src="../../images/cat.png" width="80" alt="x">', 'src="/at/cat.png" width="80" alt="x"'],
    ['in a link and a table', '|a|\n|-|\n|[![x](images/c.png)](#y)|', '<a href="#y"><img src="/at/c.png"'],
    ['not from anywhere else', '![a](../../files/cat.png)', 'src="../../files/cat.png" alt="a"'],
    ['not out of its folder', '![a](../../images/..%2f..%2fapi)', 'src="../../images/..%2f..%2fapi"'],
    ['not from the web', '![a](https://a.example/images/cat.png)', 'src="https://a.example/images/cat.png"'],
  ])('finds an image of the lesson %s', (_, source, expected) => {
    expect(renderMarkdown(source, { imageAddress: (name) => `/at/${encodeURIComponent(name)}` })).toContain(expected);
  });

  it.each(ATTACKS)('with images, %s', (_, source) => {
    expect(offences(renderMarkdown(source, { imageAddress: (name) => `/at/${encodeURIComponent(name)}` }))).toEqual([]);
  });

  it.each([
    ['elements inside each other', '<div>'.repeat(20_000)],
    ['quotes inside each other', '> '.repeat(5_000)],
    ['dollars', '$a'.repeat(20_000)],
    ['brackets', '!['.repeat(20_000)],
  ])('survives very many %s', (_, source) => {
    expect(offences(renderMarkdown(source))).toEqual([]);
  });
});
