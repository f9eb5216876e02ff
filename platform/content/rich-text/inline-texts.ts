import type { Block, Inline } from './rich-text.ts';

type Change = (content: readonly Inline[]) => Inline[];

/** The blocks with other inline content, such as formulas in place of their source. */
export function mapInlines(blocks: readonly Block[], change: Change): Block[] {
  return blocks.map((block): Block => {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        return { ...block, content: change(block.content) };
      case 'list':
        return { ...block, items: block.items.map((item) => mapInlines(item, change)) };
      case 'quote':
      case 'box':
      case 'item':
        return { ...block, blocks: mapInlines(block.blocks, change) };
      case 'definitions':
        return { ...block, entries: block.entries.map((entry) => ({ ...entry, blocks: mapInlines(entry.blocks, change) })) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map((cell) => ({ ...cell, content: change(cell.content) }))) };
      case 'code':
      case 'rule':
        return block;
    }
  });
}

/** What blocks say, without anything but line ends between them. Formulas are their source; images are their description. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(plainBlock).join('\n');
}

function plainBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return plainInlines(block.content);
    case 'list':
      return block.items.map(plainText).join('\n');
    case 'quote':
    case 'box':
    case 'item':
      return plainText(block.blocks);
    case 'definitions':
      return block.entries.map((entry) => plainText(entry.blocks)).join('\n');
    case 'table':
      return block.rows.map((row) => row.map(({ content }) => plainInlines(content)).join('\t')).join('\n');
    case 'code':
      return block.text;
    case 'rule':
      return '';
  }
}

function plainInlines(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.type === 'text') return inline.text;
      if (inline.type === 'math') return `$${inline.tex}$`;
      return inline.type === 'image' ? inline.alt : inline.type === 'break' ? '\n' : '';
    })
    .join('');
}
