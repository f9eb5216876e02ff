import type { XmlElement } from '../xml/read-xml.ts';
import { xmlElement } from '../xml/write-xml.ts';
import { type Block, type Inline, MARK } from './rich-text.ts';

type Children = (XmlElement | string)[];

/** From the outermost. QTI has no sign for deleted text. */
const TAGS = [
  [MARK.strike, 'del'],
  [MARK.bold, 'strong'],
  [MARK.italic, 'em'],
  [MARK.superscript, 'sup'],
  [MARK.subscript, 'sub'],
  [MARK.code, 'code'],
] as const;

/** What a system that reads HTML understands. */
interface HtmlProfile {
  /** Only the elements and attributes that items of QTI have. */
  readonly isQti: boolean;
}

/** Writes blocks as HTML that is also XML, with formulas as TeX for MathJax. {@link readParsedHtml} reads it again. */
export function writeXhtml(blocks: readonly Block[], profile: HtmlProfile): XmlElement[] {
  return blocks.map((block) => writeBlock(block, profile));
}

function writeBlock(block: Block, profile: HtmlProfile): XmlElement {
  const inside = (given: readonly Block[]) => writeXhtml(given, profile);
  switch (block.type) {
    case 'paragraph':
      return xmlElement('p', {}, writeInlines(block.content, profile));
    case 'heading':
      return xmlElement(`h${Math.min(6, Math.max(1, block.level))}`, {}, writeInlines(block.content, profile));
    case 'list': {
      const start = block.isOrdered && block.start !== 1 && !profile.isQti ? String(block.start) : undefined;
      return xmlElement(
        block.isOrdered ? 'ol' : 'ul',
        { start },
        block.items.map((item) => xmlElement('li', {}, itemOf(item, profile))),
      );
    }
    case 'code':
      return xmlElement('pre', { class: block.language === '' ? undefined : `language-${block.language}` }, block.text);
    case 'quote':
      return xmlElement('blockquote', {}, inside(block.blocks));
    case 'box':
      return xmlElement('div', { class: `admonition ${block.kind}` }, inside(block.blocks));
    case 'definitions':
      return xmlElement(
        'dl',
        {},
        block.entries.map(({ isTerm, blocks }) =>
          xmlElement(isTerm ? 'dt' : 'dd', {}, isTerm ? inlinesOf(blocks, profile) : inside(blocks)),
        ),
      );
    case 'table':
      return xmlElement('table', {}, [
        xmlElement(
          'tbody',
          {},
          block.rows.map((row, index) =>
            xmlElement(
              'tr',
              {},
              row.map(({ content }) => xmlElement(index === 0 ? 'th' : 'td', {}, writeInlines(content, profile))),
            ),
          ),
        ),
      ]);
    case 'rule':
      return xmlElement('hr');
    case 'item':
      return xmlElement('div', {}, inside(block.blocks));
  }
}

/** A tight list has its text without paragraphs. */
function itemOf(blocks: readonly Block[], profile: HtmlProfile): Children {
  const isTight = blocks.filter(({ type }) => type === 'paragraph').length < 2;
  return blocks.flatMap((block) =>
    isTight && block.type === 'paragraph' ? writeInlines(block.content, profile) : [writeBlock(block, profile)],
  );
}

function inlinesOf(blocks: readonly Block[], profile: HtmlProfile): Children {
  return blocks.flatMap((block) => (block.type === 'paragraph' ? writeInlines(block.content, profile) : [writeBlock(block, profile)]));
}

function writeInlines(content: readonly Inline[], profile: HtmlProfile): Children {
  return content.flatMap((inline): Children => {
    switch (inline.type) {
      case 'text':
        return [writeText(inline, profile)];
      case 'break':
        return [xmlElement('br')];
      case 'math':
        return [inline.isDisplay ? `\\[${inline.tex}\\]` : `\\(${inline.tex}\\)`];
      case 'image':
        return [xmlElement('img', { src: inline.src, alt: inline.alt })];
      case 'upload':
        return [];
    }
  });
}

function writeText({ text, marks, href }: Extract<Inline, { type: 'text' }>, { isQti }: HtmlProfile): XmlElement | string {
  let written: XmlElement | string = text;
  for (const [bit, tag] of TAGS.toReversed())
    if ((marks & bit) !== 0 && !(isQti && bit === MARK.strike)) written = xmlElement(tag, {}, [written]);
  return href === null ? written : xmlElement('a', { href }, [written]);
}
