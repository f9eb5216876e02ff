import type { Align, Block, TableCell, ListBlock } from './rich-text.ts';
import { writeInlines } from './write-inlines.ts';

const HARD_BREAK = '\\\n';
const MOST_LEVELS = 6;

/**
 * Writes blocks as the product's Markdown. In the text of a screen, headings begin at level two: level one is the title of the screen. A
 * document of its own keeps its levels.
 */
export function writeMarkdown(blocks: readonly Block[], isDocument = false): string {
  const shift = !isDocument && hasTitle(blocks) ? 1 : 0;
  return writeBlocks(blocks, shift);
}

function hasTitle(blocks: readonly Block[]): boolean {
  return blocks.some((block) => block.type === 'heading' && block.level === 1);
}

function writeBlocks(blocks: readonly Block[], shift: number): string {
  return blocks
    .map((block) => writeBlock(block, shift))
    .filter((text) => text !== '')
    .join('\n\n');
}

function writeBlock(block: Block, shift: number): string {
  switch (block.type) {
    case 'paragraph': {
      const [only] = block.content;
      if (block.content.length === 1 && only?.type === 'math' && only.isDisplay) return `$$\n${only.tex}\n$$`;
      return writeInlines(block.content, { lineBreak: HARD_BREAK });
    }
    case 'heading':
      return `${'#'.repeat(Math.min(block.level + shift, MOST_LEVELS))} ${closedHeading(writeInlines(block.content, { lineBreak: ' ', isWithinLine: true }))}`;
    case 'list':
      return writeList(block, shift);
    case 'code':
      return writeCodeBlock(block.language, block.text);
    case 'quote':
      return prefixed(writeBlocks(block.blocks, shift), '> ', '> ');
    case 'box': {
      const inner = writeBlocks(block.blocks, shift);
      const colons = ':'.repeat(3 + depthOfBoxes(block.blocks));
      return `${colons} ${block.kind}\n${inner}\n${colons}`;
    }
    case 'definitions':
      return block.entries
        .map(({ isTerm, blocks }, index) => {
          const text = writeBlocks(blocks, shift);
          const lead = index === 0 ? '' : isTerm ? '\n\n' : '\n';
          return lead + (isTerm ? text : prefixed(text, ': ', '  '));
        })
        .join('');
    case 'table':
      return writeTable(block.rows);
    case 'rule':
      return '---';
    case 'item':
      return writeBlocks(block.blocks, shift);
  }
}

/** Number signs and attributes at the end of a heading would be removed. */
function closedHeading(text: string): string {
  return text.replace(/(^|\s)(#+)$/, String.raw`$1\$2`).replace(/(^|[^\\])(\{[#.][^{}]*\})$/, String.raw`$1\$2`);
}

function depthOfBoxes(blocks: readonly Block[]): number {
  return Math.max(0, ...blocks.map((block) => (block.type === 'box' ? 1 + depthOfBoxes(block.blocks) : 0)));
}

function writeList({ isOrdered, start, items }: ListBlock, shift: number): string {
  const isLoose = items.some((item) => item.filter(({ type }) => type === 'paragraph').length > 1);
  return items
    .map((item, index) => {
      const mark = isOrdered ? `${start + index}. ` : '- ';
      const parts = item.map((block) => writeBlock(block, shift)).filter((text) => text !== '');
      // A list with another first number can't follow a line of text.
      const isTight = (at: number) => !isLoose && item[at]?.type === 'list' && (!item[at].isOrdered || item[at].start === 1);
      const text = parts.map((part, at) => (at === 0 ? part : `${isTight(at) ? '\n' : '\n\n'}${part}`)).join('');
      return prefixed(text, mark, ' '.repeat(mark.length)).trimEnd();
    })
    .join(isLoose ? '\n\n' : '\n');
}

/** Puts signs before the first line and the others; blank lines get no space at their end. */
function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
    .join('\n');
}

export function writeCodeBlock(language: string, text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/^\n+/, '').trimEnd()}\n${fence}`;
}

const RULES: Record<Exclude<Align, null>, string> = { left: '---', center: ':---:', right: '---:' };

function writeTable(rows: readonly (readonly TableCell[])[]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const line = (texts: readonly string[]) => `| ${Array.from({ length: width }, (_, at) => texts[at] ?? '').join(' | ')} |`;
  const texts = rows.map((row) =>
    line(row.map(({ content }) => writeInlines(content, { lineBreak: '<br>', isCell: true, isWithinLine: true }))),
  );
  const rules = Array.from({ length: width }, (_, at) => RULES[alignOf(rows.slice(1).map((row) => row[at])) ?? 'left']);
  return [texts[0], line(rules), ...texts.slice(1)].join('\n');
}

/** What all filled cells of a column agree on. */
function alignOf(cells: readonly (TableCell | undefined)[]): Align {
  const aligns = new Set(cells.flatMap((cell) => (cell && cell.content.length > 0 ? [cell.align] : [])));
  return aligns.size === 1 ? ([...aligns][0] ?? null) : null;
}
