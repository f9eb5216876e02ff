import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { keyText, toPlain, type YamlDocument } from './document.ts';
import { isPlainList, isPlainMap, isSamePlain, type Plain, type PlainList, type PlainMap } from './plain.ts';
import { newNode } from './print.ts';

/** Keys that identify an item of a list after it has moved or changed. */
const IDENTITIES = ['uuid', 'file_name', 'name', 'label'] as const;

/**
 * Changes the contents of a document from `before` to `after` and touches nothing else: comments, unknown keys and list items,
 * order and style stay. The document must not contain aliases.
 */
export function editDocument(doc: YamlDocument, before: Plain, after: Plain): void {
  doc.contents = edited(doc, doc.contents, before, after);
}

function edited(doc: YamlDocument, node: unknown, before: Plain | undefined, after: Plain): Node {
  if (isMap(node) && isPlainMap(after)) {
    editMap(doc, node, isPlainMap(before) ? before : {}, after);
    return node;
  }
  if (isSeq(node) && isPlainList(after)) {
    editList(doc, node, isPlainList(before) ? before : [], after);
    return node;
  }
  const made = newNode(doc, after);
  if (isScalar(node) && isScalar(made)) {
    if ((node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') && typeof after === 'string') made.type ??= node.type;
    made.comment = node.comment;
    made.commentBefore = node.commentBefore;
    made.spaceBefore = node.spaceBefore;
  }
  return made;
}

function editMap(doc: YamlDocument, map: YAMLMap, before: PlainMap, after: PlainMap): void {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) removeKey(map, key);
  }
  const order = Object.keys(after);
  for (const [index, key] of order.entries()) {
    const value = after[key] ?? null;
    const pair = pairOf(map, key);
    // Equal but not written: it was derived when read (a missing uuid), and is written from now on.
    if (pair && Object.hasOwn(before, key) && isSamePlain(before[key], value)) continue;
    if (pair) pair.value = edited(doc, pair.value, before[key], value);
    else insertKey(doc, map, key, value, order.slice(0, index));
  }
}

/** Inserts after the nearest key that precedes it in canonical order. */
function insertKey(doc: YamlDocument, map: YAMLMap, key: string, value: Plain, preceding: readonly string[]): void {
  const pair = doc.createPair(key, null);
  pair.value = newNode(doc, value);
  const neighbour = preceding.findLast((name) => pairOf(map, name) !== undefined);
  const place = neighbour === undefined ? 0 : map.items.findIndex((item) => keyText(item.key) === neighbour) + 1;
  map.items.splice(place, 0, pair);
}

function removeKey(map: YAMLMap, key: string): void {
  map.items = map.items.filter((pair) => keyText(pair.key) !== key);
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((pair) => keyText(pair.key) === key);
}

interface ListItem {
  readonly node: Node;
  readonly before: Plain | undefined;
  readonly identity: string;
  isUsed: boolean;
}

/** Items missing from `before` could not be parsed; each stays after the same predecessor. */
function editList(doc: YamlDocument, list: YAMLSeq, before: PlainList, after: PlainList): void {
  const items = matchItems(doc, list, before);
  const unknownAfter = new Map<ListItem | null, ListItem[]>();
  let leader: ListItem | null = null;
  for (const item of items) {
    if (item.before !== undefined) leader = item;
    else unknownAfter.set(leader, [...(unknownAfter.get(leader) ?? []), item]);
  }
  const result: Node[] = [];
  const addUnknown = (behind: ListItem | null) => {
    for (const item of unknownAfter.get(behind) ?? []) {
      if (!item.isUsed) result.push(item.node);
      item.isUsed = true;
    }
  };
  const wanted = new Set(after.map(identityOf));
  const take = (value: Plain, index: number): ListItem | undefined => {
    const sameName = items.find((item) => !item.isUsed && item.identity === identityOf(value));
    // Renamed in place.
    const samePlace = [items[index]].find((item) => item && !item.isUsed && isPlainMap(item.before) && !wanted.has(item.identity));
    return sameName ?? (isPlainMap(value) ? samePlace : undefined);
  };
  addUnknown(null);
  for (const [index, value] of after.entries()) {
    const item = take(value, index);
    if (item) item.isUsed = true;
    result.push(item ? (isSamePlain(item.before, value) ? item.node : edited(doc, item.node, item.before, value)) : newNode(doc, value));
    if (item) addUnknown(item);
  }
  for (const item of items) addUnknown(item);
  list.items = result;
}

function matchItems(doc: YamlDocument, list: YAMLSeq, before: PlainList): ListItem[] {
  const items = (list.items as Node[]).map((node) => ({ node, readings: [toPlain(doc, node, true), toPlain(doc, node)] }));
  const taken = new Set<number>();
  const matched = items.map(({ readings }) => {
    const place = before.findIndex((value, index) => !taken.has(index) && readings.some((reading) => isSameItem(reading, value)));
    taken.add(place);
    return before[place];
  });
  return items.map(({ node, readings }, index) => {
    // All items were parsed, so an item that lost its identity is the one at the same index.
    const isLost = matched[index] === undefined && isMap(node) && items.length === before.length && !taken.has(index);
    const value = isLost ? before[index] : matched[index];
    return { node, before: value, identity: identityOf(value ?? readings[0] ?? null), isUsed: false };
  });
}

/** Whether an item in a file is the one parsed as `value`: the same text, or the same value of the first identity that both have. */
function isSameItem(said: Plain, value: Plain): boolean {
  if (!isPlainMap(said) || !isPlainMap(value)) return identityOf(said) === identityOf(value);
  const key = IDENTITIES.find((name) => Object.hasOwn(said, name) && Object.hasOwn(value, name));
  return key === undefined
    ? isSamePlain(said, value)
    : JSON.stringify(said[key]).toLowerCase() === JSON.stringify(value[key]).toLowerCase();
}

function identityOf(value: Plain): string {
  if (!isPlainMap(value)) return typeof value === 'string' ? value : JSON.stringify(value);
  const key = IDENTITIES.find((name) => Object.hasOwn(value, name));
  return key === undefined ? JSON.stringify(value) : `${key}: ${JSON.stringify(value[key])}`;
}
