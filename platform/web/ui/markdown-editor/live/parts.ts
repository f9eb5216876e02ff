import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { BOXES, type BoxKind, type DivStart, readDivStart } from '#platform/content/markdown-boxes.ts';
import { isVideoHtml } from './video-html.ts';

/** A range of the text. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** What is shown in place of its source. */
export type PartKind = 'table' | 'formula' | 'image' | 'video' | 'diagram';

/** A part of the text in lines of its own that is shown as learners see it. It is the same object until its text changes. */
export interface Part {
  readonly kind: PartKind;
  /** Its Markdown, without the indentation of what it is in. */
  readonly source: string;
  /** The indentation, in characters. */
  readonly indent: number;
}

/** Whole lines with a part. */
export interface PlacedPart extends Place {
  readonly part: Part;
}

/** A box of our Markdown. */
export interface Box {
  readonly kind: BoxKind;
  readonly title: string;
  /** Its first line, from its colons. */
  readonly open: Place;
  /** Its last line; null: it ends with what it is in. */
  readonly close: Place | null;
  readonly to: number;
  /** How many boxes it is in. */
  readonly depth: number;
}

/** The structure of a text, as far as it is parsed. */
export interface TextParts {
  readonly parts: readonly PlacedPart[];
  readonly boxes: readonly Box[];
  /** The labels that links can name. */
  readonly labels: ReadonlySet<string>;
}

/** Nodes with blocks in them. All others are skipped, so that long texts are read in a millisecond. */
const CONTAINERS = new Set(['Document', 'BulletList', 'OrderedList', 'ListItem', 'Blockquote']);
/** Larger parts stay source: their rendering would be slow. */
const LONGEST_PART = 20_000;

/** What was found in a block and those in it. Its offsets are those within the block. */
interface Found extends Place {
  readonly part?: Part;
  readonly label?: string;
  /** A line of a box: its first one says what it is, its last one is null. */
  readonly box?: DivStart | null;
  /** The end of what the line is in. */
  readonly end?: number;
}

type Tree = ReturnType<typeof syntaxTree>;

/** The parser reuses blocks that an edit doesn't touch, so only changed blocks are read again. */
const read = new WeakMap<object, readonly Found[]>();

/** Reads which parts of a text are shown in place of their source, and where its boxes are. */
export function readParts(state: EditorState): TextParts {
  const parts: PlacedPart[] = [];
  const boxes: Box[] = [];
  const labels = new Set<string>();
  const open: OpenBox[] = [];
  const tree = syntaxTree(state);
  for (const { from, to, part, label, box, end } of readBlock(state, tree, 0)) {
    if (part) parts.push({ from, to, part });
    else if (label !== undefined) labels.add(label);
    else if (box !== undefined) readBoxLine({ from, to, box, end: end ?? tree.length }, open, boxes);
  }
  for (const box of open) addBox(boxes, box, null, box.end);
  return { parts, boxes: boxes.toSorted((one, other) => one.open.from - other.open.from), labels };
}

function readBlock(state: EditorState, tree: Tree, from: number): readonly Found[] {
  const known = read.get(tree);
  if (known) return known;
  const found: Found[] = [];
  for (const [index, child] of tree.children.entries()) {
    if (!('children' in child)) continue;
    const at = tree.positions[index] ?? 0;
    const isContainer = child.type.isAnonymous || CONTAINERS.has(child.type.name);
    // What an edit changes in an unnamed group is in the node around it.
    if (isContainer) for (const each of readBlock(state, child, from + at)) found.push(moved(each, at, child));
    else {
      const one = readLeaf(state, child, from + at);
      if (one) found.push(moved(one, at - (from + at), null));
    }
  }
  read.set(tree, found);
  return found;
}

/** With offsets within the block around it. */
function moved(found: Found, by: number, within: Tree | null): Found {
  const end =
    within && !within.type.isAnonymous && found.end === undefined
      ? { end: by + within.length }
      : found.end === undefined
        ? {}
        : { end: found.end + by };
  return { ...found, from: found.from + by, to: found.to + by, ...(found.box !== undefined && end) };
}

/** What a block without blocks in it is, with its offsets in the text. */
function readLeaf(state: EditorState, tree: Tree, from: number): Found | null {
  const { name } = tree.type;
  const to = from + tree.length;
  if (name === 'BoxOpen')
    return { from, to, box: readDivStart(state.sliceDoc(from, to).trim()) ?? { kind: null, title: '', isCollapsible: false } };
  if (name === 'BoxClose') return { from, to, box: null };
  const node = { name, from, to, node: tree.topNode };
  if (name === 'LinkReference') return { from, to, label: labelOf(state, node) };
  const kind = kindOf(state, node);
  return kind && partOf(state, kind, node);
}

interface Block extends Place {
  readonly name: string;
  /** Its offsets are those within the block. */
  readonly node: SyntaxNode;
}

function kindOf(state: EditorState, { name, from, to, node }: Block): PartKind | null {
  if (name === 'Table') return 'table';
  if (name === 'MathBlock') return node.getChildren('MathMark').length === 2 ? 'formula' : null;
  if (name === 'FencedCode') {
    const info = node.getChild('CodeInfo');
    return info && state.sliceDoc(from + info.from, from + info.to) === 'mermaid' && node.getChildren('CodeMark').length === 2
      ? 'diagram'
      : null;
  }
  if (name !== 'Paragraph' && name !== 'HTMLBlock') return null;
  if (state.sliceDoc(from, from + 1) === '<') return to - from < LONGEST_PART && isVideoHtml(state.sliceDoc(from, to)) ? 'video' : null;
  const image = node.firstChild;
  if (image?.name !== 'Image' || image.from !== 0 || !image.getChild('URL')) return null;
  const rest = state.sliceDoc(from + image.to, to).trim();
  return rest === '' || (rest.startsWith('{') && rest.indexOf('}') === rest.length - 1) ? 'image' : null;
}

function partOf(state: EditorState, kind: PartKind, { from, to }: Block): Found | null {
  if (to - from > LONGEST_PART) return null;
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const indent = from - first.from;
  // The marks of quotes and lists stay visible.
  if (first.text.slice(0, indent).trim() !== '' || last.text.slice(to - last.from).trim() !== '') return null;
  const source = state
    .sliceDoc(from, to)
    .split('\n')
    .map((line, index) => (index > 0 && line.slice(0, indent).trim() === '' ? line.slice(indent) : line))
    .join('\n');
  return { from: first.from, to: last.to, part: { kind, source, indent } };
}

/** A label as links compare it. */
export function plainLabel(label: string): string {
  return label.trim().toLowerCase().split(/\s+/).join(' ');
}

function labelOf(state: EditorState, { from, node }: Block): string {
  const label = node.getChild('LinkLabel');
  return label ? plainLabel(state.sliceDoc(from + label.from + 1, from + label.to - 1)) : '';
}

interface OpenBox {
  readonly kind: BoxKind | null;
  readonly title: string;
  readonly line: Place;
  /** The end of what it is in. */
  readonly end: number;
  readonly depth: number;
}

interface BoxLine extends Place {
  readonly box: DivStart | null;
  readonly end: number;
}

function readBoxLine({ from, to, box, end }: BoxLine, open: OpenBox[], boxes: Box[]): void {
  // Boxes end with the list or quote that they are in.
  for (let last = open.at(-1); last && last.end < from; last = open.at(-1)) {
    addBox(boxes, last, null, last.end);
    open.pop();
  }
  if (box) {
    const depth = open.filter(({ kind }) => kind !== null).length;
    open.push({ kind: box.kind, title: box.title, line: { from, to }, end, depth });
  } else if (open.at(-1)?.end === end) {
    const closed = open.pop();
    if (closed) addBox(boxes, closed, { from, to }, to);
  }
}

function addBox(boxes: Box[], { kind, title, line, depth }: OpenBox, close: Box['close'], to: number): void {
  if (kind !== null) boxes.push({ kind, title: title === '' ? BOXES[kind].label : title, open: line, close, to, depth });
}
