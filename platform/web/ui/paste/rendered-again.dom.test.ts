import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { type Block, type Inline, MARK } from '#platform/content/rich-text/rich-text.ts';
import { writeMarkdown } from '#platform/content/rich-text/write-markdown.ts';

const TAGS: readonly (readonly [bit: number, tags: readonly string[]])[] = [
  [MARK.strike, ['s', 'del']],
  [MARK.bold, ['strong']],
  [MARK.italic, ['em']],
  [MARK.superscript, ['sup']],
  [MARK.subscript, ['sub']],
  [MARK.code, ['code']],
];
type Run = Extract<Inline, { type: 'text' }>;
const CONTAINERS = ['ul', 'ol', 'li', 'blockquote', 'h2', 'h3', 'h4', 'td', 'th', 'pre'];

/** Each sign that is shown, with its marks, its link and what it is in. */
function shown(root: Element): string[] {
  const signs: string[] = [];
  const visit = (node: Node, marks: number, href: string, inside: string) => {
    if (node.nodeType === 3)
      for (const sign of (node.nodeValue ?? '').replaceAll(/\s/g, '')) signs.push(`${sign} ${marks} ${href} ${inside}`);
    if (node.nodeType !== 1) return;
    const element = node as Element;
    const tag = element.localName;
    const bit = inside.endsWith('pre') ? 0 : (TAGS.find(([, tags]) => tags.includes(tag))?.[0] ?? 0);
    const place = CONTAINERS.includes(tag) ? `${inside}/${tag}` : inside;
    for (const child of element.childNodes) visit(child, marks | bit, element.getAttribute('href') ?? href, place);
  };
  visit(root, 0, '', '');
  return signs;
}

function meant(blocks: readonly Block[], inside = ''): string[] {
  const inline = (content: readonly Inline[], place: string) =>
    content.flatMap((each) =>
      each.type === 'text'
        ? Array.from(each.text.replaceAll(/\s/g, '')).map((sign) => `${sign} ${each.marks} ${each.href ?? ''} ${place}`)
        : [],
    );
  return blocks.flatMap((block): string[] => {
    switch (block.type) {
      case 'paragraph':
        return inline(block.content, inside);
      case 'heading':
        return inline(block.content, `${inside}/h${block.level}`);
      case 'list':
        return block.items.flatMap((item) => meant(item, `${inside}/${block.isOrdered ? 'ol' : 'ul'}/li`));
      case 'quote':
        return meant(block.blocks, `${inside}/blockquote`);
      case 'table':
        return block.rows.flatMap((row, index) => row.flatMap((cell) => inline(cell.content, `${inside}/${index === 0 ? 'th' : 'td'}`)));
      case 'code':
        return Array.from(block.text.replaceAll(/\s/g, '')).map((sign) => `${sign} 0  ${inside}/pre`);
      case 'box':
      case 'definitions':
      case 'item':
      case 'rule':
        return [];
    }
  });
}

function render(markdown: string): Element {
  return new DOMParser().parseFromString(renderMarkdown(markdown), 'text/html').body;
}

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('word', 'a', 'Ünïcode', '12', '日本') },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '*',
      '**',
      '_',
      '__init__',
      '`',
      '``',
      '[',
      ']',
      '](x)',
      '[a]',
      '![a](b)',
      '<b>',
      '<',
      '&amp;',
      '&',
      '$',
      '$$',
      '~',
      '~~',
      '#',
      '##',
      '>',
      '-',
      '+',
      '1.',
      '2)',
      '---',
      '===',
      ':',
      ':::',
      '::: note',
      '|',
      '|---|',
      '\\',
      '\\*',
      '"',
      "'",
      '!',
      '(',
      ')',
      '.',
      ',',
      '{.a}',
      '[^1]',
      '[a]: b',
      'https://example.org/a_b',
      '<!-- -->',
      'snake_case',
      '2*3',
      ';',
    ),
  },
  { weight: 3, arbitrary: fc.constant(' ') },
);
const marks = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constantFrom(MARK.bold, MARK.italic, MARK.strike, MARK.code, MARK.superscript) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 63 }) },
);
const href = fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constant('https://example.org/x_y?a=1') });
const text = fc
  .record({ words: fc.array(word, { minLength: 1, maxLength: 4 }), marks, href })
  .map(({ words, ...rest }): Run => ({ type: 'text', text: words.join('').replaceAll(/ +/g, ' '), ...rest }));
/** As the reader gives it: no space at the ends, none twice, and something that is shown. */
const content = fc
  .array(text, { minLength: 1, maxLength: 6 })
  .map((inlines) => {
    let isAfterSpace = true;
    const tidy = inlines.flatMap((inline): Run[] => {
      const short = isAfterSpace ? inline.text.trimStart() : inline.text;
      if (short === '') return [];
      isAfterSpace = short.endsWith(' ');
      return [{ ...inline, text: short }];
    });
    const last = tidy.at(-1);
    return last ? [...tidy.slice(0, -1), { ...last, text: last.text.trimEnd() }].filter((each) => each.text !== '') : tidy;
  })
  .filter((inlines) => inlines.length > 0);
const cell = content.map((inlines) => ({ content: inlines, align: null }));
const block: fc.Arbitrary<Block> = fc.letrec<{ block: Block; leaf: Block }>((tie) => ({
  leaf: fc.oneof(
    { weight: 4, arbitrary: content.map((inlines): Block => ({ type: 'paragraph', content: inlines })) },
    fc.record({ level: fc.integer({ min: 2, max: 4 }), content }).map((heading): Block => ({ type: 'heading', ...heading })),
    fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 3 }).map((rows): Block => ({ type: 'table', rows })),
    fc.constantFrom('a\n  b', '```\nx', '|').map((code): Block => ({ type: 'code', language: 'python', text: code, isLine: false })),
  ),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: tie('leaf') },
    fc
      .record({
        isOrdered: fc.boolean(),
        start: fc.integer({ min: 1, max: 12 }),
        items: fc.array(fc.array(tie('block'), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
      })
      .map((list): Block => ({ type: 'list', ...list })),
    fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((blocks): Block => ({ type: 'quote', blocks })),
  ),
})).block;

it('writes a paragraph that shows the same signs, marks and links', () => {
  fc.assert(
    fc.property(content, (inlines) => {
      const blocks: Block[] = [{ type: 'paragraph', content: inlines }];
      expect(shown(render(writeMarkdown(blocks)))).toEqual(meant(blocks));
    }),
    { numRuns: 200 },
  );
});

it('writes blocks that show the same, wherever they are', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), (blocks) => {
      expect(shown(render(writeMarkdown(blocks)))).toEqual(meant(blocks));
    }),
    { numRuns: 100 },
  );
});
