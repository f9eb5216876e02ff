import type { Block, ListBlock } from './rich-text.ts';

type Item = Extract<Block, { type: 'item' }>;

/** Joins neighbours that are parts of one: items to lists, lines of code to listings. */
export function joinBlocks(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  let items: Item[] = [];
  let lines: string[] = [];
  let language = '';
  const end = () => {
    if (items.length > 0) joined.push(...listsOf(items));
    if (lines.length > 0) joined.push({ type: 'code', language, text: lines.join('\n'), isLine: false });
    items = [];
    lines = [];
  };
  for (const block of blocks) {
    if (block.type === 'item') {
      if (lines.length > 0) end();
      items.push(block);
    } else if (block.type === 'code' && block.isLine) {
      if (items.length > 0) end();
      language = lines.length === 0 ? block.language : language;
      lines.push(block.text);
    } else {
      end();
      joined.push(block);
    }
  }
  end();
  return joined;
}

interface OpenList {
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: number;
  readonly items: Block[][];
}

/** Lists in lists from items that only say how deep they are. */
function listsOf(items: readonly Item[]): ListBlock[] {
  const done: ListBlock[] = [];
  const open: OpenList[] = [];
  const close = () => {
    const last = open.pop();
    if (!last) return;
    const list: ListBlock = { type: 'list', isOrdered: last.isOrdered, start: last.start, items: last.items };
    const around = open.at(-1)?.items.at(-1);
    if (around) around.push(list);
    else done.push(list);
  };
  for (const { level, isOrdered, start, blocks } of items) {
    while ((open.at(-1)?.level ?? 0) > level) close();
    const current = open.at(-1);
    if (current && current.level === level && current.isOrdered !== isOrdered) close();
    if ((open.at(-1)?.level ?? 0) < level) open.push({ level, isOrdered, start, items: [] });
    open.at(-1)?.items.push([...blocks]);
  }
  while (open.length > 0) close();
  return done;
}
