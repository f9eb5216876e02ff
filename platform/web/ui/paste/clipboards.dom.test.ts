import { describe, expect, it } from 'vitest';
import { lossNote } from './loss-note.ts';
import { pastedMarkdown } from './pasted-markdown.ts';

/** What programs put on the clipboard, and what it becomes, in testing/clipboards. */
const files = import.meta.glob<string>('../../../../testing/clipboards/*', { eager: true, query: '?raw', import: 'default' });
const texts = new Map(Object.entries(files).map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]));
const clipboards = [...texts.keys()].filter((name) => !name.endsWith('.md'));

function paste(name: string): string {
  const text = texts.get(name) ?? '';
  const [, ending = ''] = /\.(\w+)$/.exec(name) ?? [];
  const pasted = pastedMarkdown({
    plain: ending === 'html' || ending === 'json' ? '' : text,
    html: ending === 'html' ? text : '',
    cells: ending === 'json' ? text : '',
  });
  if (!pasted) return '(plain text)\n';
  const { markdown, images, losses } = pasted;
  const shown = images.reduceRight((whole, { at, src }) => `${whole.slice(0, at)}⟨${src.slice(0, 22)}⟩${whole.slice(at)}`, markdown);
  const note = lossNote(losses);
  return `${shown}\n${note === null ? '' : `\n⟨${note}⟩\n`}`;
}

/** Through a glob: it measures the process, which the types of pages don't know. */
type Growth = { growthBeyondLinear: (work: (size: number) => unknown, most: number) => unknown };
const [growth] = Object.values(import.meta.glob<Growth>('../../../../testing/growth.ts', { eager: true }));

describe('a clipboard becomes Markdown', () => {
  it.each(clipboards)('of %s', (name) => {
    expect(paste(name)).toBe(texts.get(name.replace(/\w+$/, 'md')));
  });

  it('has more than 30 examples', () => expect(clipboards.length).toBeGreaterThanOrEqual(30));
});

describe('hostile HTML takes time in proportion to its size', () => {
  /** One in another, 32 deep: jsdom's own time grows faster than the depth, and browsers end it. */
  const nested = (open: string, close: string) => (size: number) => `${open.repeat(32)}${close.repeat(32)}`.repeat(Math.ceil(size / 32));
  const shapes: Record<string, (size: number) => string> = {
    'text of signs': (size) => `<b>x</b>${'*_[](`$<&~'.repeat(size)}`,
    'marks side by side': (size) => '<b>a</b><i>b</i><s><code>c</code></s>'.repeat(size),
    'marks in marks': nested('<b><i>a', '</i></b>'),
    'spaces and breaks': (size) => `<b>x</b>${' <br>&nbsp;'.repeat(size)}`,
    'lists in lists': nested('<ul><li>a', '</ul>'),
    'quotes in quotes': nested('<blockquote>a', '</blockquote>'),
    'tables in tables': nested('<table><tr><td>a<td>', '</table>'),
    'a wide table': (size) => `<table><tr>${'<td>a|b'.repeat(size)}<tr><td>c`.repeat(2),
    'lines of code': (size) => `<pre>${'<div>`a`</div>'.repeat(size)}</pre>`,
    'items of Word': (size) => '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>a</p>'.repeat(size),
    'a long style': (size) => `<b style="${'a:b;'.repeat(size)}">x</b>`,
    links: (size) => '<a href="https://a.example/?utm_a=1&b=(">a</a>'.repeat(size),
  };
  it.each(Object.entries(shapes))('%s', (_, shape) => {
    expect(growth?.growthBeyondLinear((size) => pastedMarkdown({ plain: '', html: shape(size), cells: '' }), 4096)).toBeNull();
  });

  it.each(['"', 'a,', 'a\t', '"a""', '{"nbformat":', '['])('text of %s', (part) => {
    expect(
      growth?.growthBeyondLinear(
        (size) => pastedMarkdown({ plain: `a,b\n${part.repeat(size)}`, html: '', cells: part.repeat(size) }),
        65_536,
      ),
    ).toBeNull();
  });
});
