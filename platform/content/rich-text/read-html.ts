import { linkTarget, isPublicImage } from './addresses.ts';
import { codeText, listingLanguage } from './code-text.ts';
import { declarationsOf, isHidden, PLAIN, styleOf, type TextStyle } from './element-style.ts';
import { Flow } from './flow.ts';
import type { HtmlElement, HtmlNode } from './html-element.ts';
import { joinBlocks } from './join-blocks.ts';
import { type Align, type Block, type TableCell, type Inline, type Losses, MARK } from './rich-text.ts';
import { officeBlock, type OfficeParagraph, officePart } from './word.ts';

/** What HTML says, with the images that can be uploaded. */
export interface ReadHtml {
  readonly blocks: readonly Block[];
  /** Sources of images, in the order of the `upload` inlines: data addresses, or addresses on the machine that it was copied from. */
  readonly uploads: readonly string[];
  readonly losses: Losses;
}

/** Deeper elements are read as their text. */
const DEEPEST = 120;
/** Blocks whose content is blocks, and nothing else is said about it. */
const CONTAINERS = new Set(
  'address article aside body center dd details dialog div fieldset figcaption figure footer form header hgroup li main nav p section summary tbody tfoot thead tr td th caption dt'.split(
    ' ',
  ),
);
const EMBEDS = new Set(['iframe', 'video', 'object', 'embed', 'canvas']);

/**
 * Reads HTML of a clipboard or a file. Nothing of it runs or is loaded.
 *
 * @param imageAt the address that an image gets; null: it can't be shown by its address
 */
export function readHtml(body: HtmlElement, imageAt: (src: string) => string | null = publicImage): ReadHtml {
  const reader = new Reader(imageAt);
  const blocks = reader.blocksOf(body, PLAIN, 0);
  return { blocks, uploads: reader.uploads, losses: reader.losses };
}

function publicImage(src: string): string | null {
  return isPublicImage(src) ? src : null;
}

class Reader {
  readonly uploads: string[] = [];
  readonly losses: Losses = { images: 0, footnotes: 0, comments: 0, embeds: 0 };
  readonly #imageAt: (src: string) => string | null;

  constructor(imageAt: (src: string) => string | null) {
    this.#imageAt = imageAt;
  }

  blocksOf(element: HtmlElement, style: TextStyle, depth: number): Block[] {
    const flow = new Flow();
    this.#children(element, style, flow, depth);
    flow.flush();
    return joinBlocks(flow.blocks);
  }

  #children(parent: HtmlNode, style: TextStyle, flow: Flow, depth: number): void {
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3) flow.text(node.nodeValue ?? '', style);
      else if (node.nodeType === 1) this.#element(node as HtmlElement, style, flow, depth + 1);
    }
  }

  #element(element: HtmlElement, outer: TextStyle, flow: Flow, depth: number): void {
    const tag = element.localName;
    const declared = declarationsOf(element);
    const tex = formulaOf(element, tag);
    if (tex !== null) return flow.add(tex);
    if (isHidden(element, tag, declared)) {
      if (tag === 'input' && element.getAttribute('type') === 'checkbox')
        flow.text(element.hasAttribute('checked') ? '[x] ' : '[ ] ', PLAIN);
      return;
    }
    if (depth > DEEPEST) return flow.text(element.textContent ?? '', outer);
    const part = officePart(element, declared);
    if (part !== null) {
      if (part !== 'marker' && part !== 'nothing') this.losses[part] += 1;
      return;
    }
    if (this.#leaf(element, tag, outer, flow)) return;
    const style = styleOf(tag, declared, outer, element.getAttribute('face'));
    if (this.#block(element, tag, declared, style, flow, depth)) return;
    const isBlock = CONTAINERS.has(tag) || declared.get('display') === 'block';
    if (isBlock) flow.flush();
    this.#children(element, tag === 'a' ? this.#link(element, style) : style, flow, depth);
    if (isBlock) flow.flush();
  }

  /** What has no content that is read further. */
  #leaf(element: HtmlElement, tag: string, style: TextStyle, flow: Flow): boolean {
    if (tag === 'br') flow.add({ type: 'break' });
    else if (tag === 'hr') flow.block({ type: 'rule' });
    else if (tag === 'img') this.#image(element, style, flow);
    else if (EMBEDS.has(tag)) this.losses.embeds += 1;
    else if (tag === 'pre') flow.block(listing(element, /(?:^|\s)CodeMirror-line(?:\s|$)/.test(element.getAttribute('class') ?? '')));
    else if (/(?:^|\s)(?:cm-content|view-lines)(?:\s|$)/.test(element.getAttribute('class') ?? '')) flow.block(listing(element, false));
    else return false;
    return true;
  }

  #block(element: HtmlElement, tag: string, declared: ReadonlyMap<string, string>, style: TextStyle, flow: Flow, depth: number): boolean {
    const office = officeBlock(element, tag, declared);
    if (office) return this.#officeBlock(element, office, style, flow, depth);
    const box = boxKindOf(element);
    if (box !== null) flow.block({ type: 'box', kind: box, blocks: withoutTitle(this.blocksOf(element, style, depth), box) });
    else if (tag === 'ul' || tag === 'ol') this.#list(element, tag === 'ol', style, flow, depth);
    else if (tag === 'blockquote') flow.block({ type: 'quote', blocks: this.blocksOf(element, style, depth) });
    else if (tag === 'dl') flow.block({ type: 'definitions', entries: this.#definitions(element, style, depth) });
    else if (tag === 'table') this.#table(element, style, flow, depth);
    else return false;
    return true;
  }

  #officeBlock(element: HtmlElement, office: OfficeParagraph, style: TextStyle, flow: Flow, depth: number): boolean {
    if (office.type === 'heading') {
      const content = this.#inlinesOf(element, style, depth, MARK.bold | MARK.code | MARK.codeFont);
      if (content.length > 0) flow.block({ type: 'heading', level: office.level, content });
      return true;
    }
    flow.block({ ...office, blocks: itemBlocks(this.blocksOf(element, style, depth)) });
    return true;
  }

  #list(list: HtmlElement, isOrdered: boolean, style: TextStyle, flow: Flow, depth: number): void {
    const items: Block[][] = [];
    for (let node = list.firstChild; node; node = node.nextSibling) {
      if (node.nodeType !== 1) continue;
      const element = node as HtmlElement;
      const blocks = this.#listChild(element, style, depth);
      const level = Number(element.getAttribute('data-aria-level') ?? 0);
      // Programs that write each item as a list say how deep it is.
      if (level > 0 && element.localName === 'li') flow.block({ type: 'item', level, isOrdered, start: 1, blocks });
      else if (blocks.length === 0) continue;
      else if (element.localName === 'li' || items.length === 0) items.push(blocks);
      else items.at(-1)?.push(...blocks);
    }
    const start = Number.parseInt(list.getAttribute('start') ?? '1', 10);
    if (items.length > 0) flow.block({ type: 'list', isOrdered, start: start >= 0 ? start : 1, items });
  }

  /** An item, or a list in a list without an item, as Docs writes it. */
  #listChild(element: HtmlElement, style: TextStyle, depth: number): Block[] {
    const flow = new Flow();
    this.#element(element, style, flow, depth + 1);
    flow.flush();
    return itemBlocks(joinBlocks(flow.blocks));
  }

  #definitions(list: HtmlElement, style: TextStyle, depth: number) {
    return [...list.querySelectorAll(':scope > dt, :scope > dd, :scope > div > dt, :scope > div > dd')].map((element) => ({
      isTerm: element.localName === 'dt',
      blocks: this.blocksOf(element, style, depth),
    }));
  }

  /** A table of data; one that only arranges a page is read as what is in it. */
  #table(table: HtmlElement, style: TextStyle, flow: Flow, depth: number): void {
    const rows = [...table.querySelectorAll('tr')];
    const isData =
      table.getAttribute('role') !== 'presentation' &&
      !table.querySelector('table, pre, hr') &&
      rows.some((row) => [...row.querySelectorAll('td, th')].length > 1);
    if (!isData) {
      flow.flush();
      this.#children(table, style, flow, depth);
      return flow.flush();
    }
    const caption = table.querySelector('caption');
    if (caption) flow.block({ type: 'paragraph', content: this.#inlinesOf(caption, style, depth, 0) });
    const filled = trimmedRows(rows.map((row, index) => this.#row(row, index === 0, style, depth)));
    if (filled.length > 0) flow.block({ type: 'table', rows: filled });
  }

  #row(row: HtmlElement, isHeader: boolean, style: TextStyle, depth: number): TableCell[] {
    return [...row.children].flatMap((cell) => {
      if (cell.localName !== 'td' && cell.localName !== 'th') return [];
      const declared = declarationsOf(cell);
      if (isHidden(cell, cell.localName, declared)) return [];
      const inner = styleOf(cell.localName, declared, style, null);
      const align = alignOf(cell, declared);
      const content = this.#inlinesOf(cell, inner, depth, isHeader ? MARK.bold : 0);
      const empty: TableCell = { content: [], align };
      const span = Math.min(Math.max(1, Number.parseInt(cell.getAttribute('colspan') ?? '1', 10) || 1), MOST_COLUMNS);
      return [{ content, align }, ...Array.from({ length: span - 1 }, () => empty)];
    });
  }

  /** The content of a heading or cell as one line of text, without marks that it has anyway. */
  #inlinesOf(element: HtmlElement, style: TextStyle, depth: number, without: number): Inline[] {
    const inner = { ...style, marks: style.marks & ~without };
    const inlines = flattened(this.blocksOf(element, inner, depth));
    return inlines.map((inline) => (inline.type === 'text' ? { ...inline, marks: inline.marks & ~without } : inline));
  }

  #link(element: HtmlElement, style: TextStyle): TextStyle {
    const href = linkTarget(element.getAttribute('href'));
    return href === null ? style : { ...style, href };
  }

  #image(element: HtmlElement, style: TextStyle, flow: Flow): void {
    const src = element.getAttribute('src')?.trim() ?? '';
    const alt = element.getAttribute('alt')?.trim() ?? '';
    // Pictures of formulas and emoji have their text; pixels that count readers have nothing.
    const size = Math.max(Number(element.getAttribute('width') ?? 9), Number(element.getAttribute('height') ?? 9));
    if (size <= 1 || src === '') return;
    const address = this.#imageAt(src);
    if (/emoji/i.test(element.getAttribute('class') ?? '') && alt !== '') flow.text(alt, style);
    else if (address !== null) flow.add({ type: 'image', src: address, alt });
    else if (/^(?:data:image\/(?!svg)|file:|blob:|webkit-fake-url:|cid:)/i.test(src)) {
      this.uploads.push(src);
      flow.add({ type: 'upload' });
    } else this.losses.images += 1;
  }
}

const MOST_COLUMNS = 100;

/** A line of code in a list is a line of text in the font of code. */
function itemBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map((block): Block =>
    block.type === 'code' && block.language === '' && !block.text.includes('\n')
      ? { type: 'paragraph', content: [{ type: 'text', text: block.text.trim(), marks: MARK.code, href: null }] }
      : block,
  );
}

function listing(element: HtmlElement, isLine: boolean): Block {
  return { type: 'code', language: listingLanguage(element), text: codeText(element.querySelector('code') ?? element), isLine };
}

/** A formula of KaTeX, MathJax or Wikipedia as the TeX that it was written in; MathML without TeX is text. */
function formulaOf(element: HtmlElement, tag: string): Inline | null {
  if (tag !== 'math' && !/(?:^|\s)(?:katex|katex-display|mwe-math-element)(?:\s|$)/.test(element.getAttribute('class') ?? '')) return null;
  const source = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim() ?? '';
  const tex = source
    .replace(/^\{\\displaystyle([\s\S]*)\}$/, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  if (tex === '') return null;
  const isDisplay =
    element.getAttribute('display') === 'block' || element.closest('.katex-display') !== null || /-block/.test(element.className);
  return { type: 'math', tex, isDisplay };
}

const BOX_KINDS: Readonly<Record<string, string>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'warning',
};

/** Boxes of GitHub, Docusaurus and Sphinx. */
function boxKindOf(element: HtmlElement): string | null {
  const found = /(?:^|\s)(?:markdown-alert-|alert--|admonition[ -]|theme-admonition-)(\w+)/.exec(element.getAttribute('class') ?? '')?.[1];
  return found === undefined ? null : (BOX_KINDS[found.toLowerCase()] ?? null);
}

/** A title that only names the kind is what the box shows anyway. */
function withoutTitle(blocks: readonly Block[], kind: string): readonly Block[] {
  const [first, ...others] = blocks;
  const title = first?.type === 'paragraph' && first.content.length === 1 ? first.content[0] : undefined;
  const text = title?.type === 'text' ? title.text.trim().toLowerCase() : '';
  return text === kind || BOX_KINDS[text] === kind ? others : blocks;
}

function alignOf(cell: HtmlElement, declared: ReadonlyMap<string, string>): Align {
  const align = declared.get('text-align') ?? cell.getAttribute('align')?.toLowerCase();
  return align === 'right' || align === 'center' ? align : align === 'end' ? 'right' : null;
}

/** Blocks as one text with line breaks: what a cell or heading can hold. */
function flattened(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block, index): Inline[] => {
    const inlines = inlinesIn(block);
    return index > 0 && inlines.length > 0 ? [{ type: 'break' }, ...inlines] : inlines;
  });
}

function inlinesIn(block: Block): Inline[] {
  const text = (content: string, marks = 0): Inline => ({ type: 'text', text: content, marks, href: null });
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [...block.content];
    case 'list':
      return block.items.flatMap((item, index): Inline[] => [
        ...(index > 0 ? [{ type: 'break' } as const] : []),
        text(block.isOrdered ? `${block.start + index}. ` : '• '),
        ...flattened(item),
      ]);
    case 'code':
      return block.text
        .split('\n')
        .flatMap((line, index): Inline[] => [
          ...(index > 0 ? [{ type: 'break' } as const] : []),
          ...(line.trim() === '' ? [] : [text(line.trim(), MARK.code)]),
        ]);
    case 'definitions':
      return block.entries.flatMap(({ blocks }) => flattened(blocks));
    case 'quote':
    case 'box':
    case 'item':
      return flattened(block.blocks);
    case 'table':
    case 'rule':
      return [];
  }
}

/** Without empty rows and columns at the end, which spreadsheets copy along. */
function trimmedRows(rows: readonly TableCell[][]): TableCell[][] {
  const isEmpty = (cell: TableCell | undefined) => !cell || cell.content.length === 0;
  const filled = rows.filter((row) => !row.every(isEmpty));
  let width = 0;
  for (const row of filled) width = Math.max(width, row.findLastIndex((cell) => !isEmpty(cell)) + 1);
  return filled.map((row) => row.slice(0, width));
}
