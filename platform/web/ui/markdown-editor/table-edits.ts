import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import { textChange } from '../code-editor/text-change.ts';
import { isInCode } from './in-code.ts';

/** How far a table is looked for around the caret, in lines. */
const LINES_MAX = 2_000;
/** Columns are padded up to this many characters: longer cells would wrap every line of their table. */
const PADDED_MAX = 40;

type Align = 'left' | 'right' | 'center' | 'none';

/** A Markdown table in a text. Row 0 is its head; the line of dashes is no row. */
interface Table {
  /** The number of its first line. */
  readonly line: number;
  /** What is before each of its lines: spaces, or the marks of a quote. */
  readonly prefix: string;
  readonly aligns: readonly Align[];
  readonly rows: readonly (readonly string[])[];
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Goes to the next cell of the table around the caret, or the one before, and selects it; after the last one comes a new row. */
export function moveToCell(state: EditorState, by: 1 | -1): TransactionSpec | null {
  const found = findTable(state);
  if (!found) return null;
  const { table, cell, isOnDashes } = found;
  const columns = table.aligns.length;
  // The dashes are between the last cell of the head and the first one below it.
  const here = isOnDashes ? columns - (by === 1 ? 1 : 0) : cell.row * columns + Math.min(cell.column, columns - 1);
  const at = here + by;
  if (at < 0) return null;
  const next = { row: Math.floor(at / columns), column: at % columns };
  return next.row < table.rows.length ? write(state, table, table.rows, next) : addRow(state, table, table.rows.length);
}

/** Adds a row below the one whose end the caret is at. In an empty last row it ends the table instead. */
export function breakRow(state: EditorState): TransactionSpec | null {
  const found = findTable(state);
  if (!found || !state.selection.main.empty) return null;
  const { table, cell, isOnDashes } = found;
  const isLast = cell.row === table.rows.length - 1;
  if (!isOnDashes && cell.row > 0 && isLast && table.rows[cell.row]?.every((text) => text === '')) return endTable(state, table);
  const { head } = state.selection.main;
  const rest = state.sliceDoc(head, state.doc.lineAt(head).to).trim();
  return rest === '' || rest === '|' ? addRow(state, table, cell.row + 1) : null;
}

/** The lines of a table with a head, aligned. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  return linesOf({ line: 1, prefix: '', aligns: head.map(() => 'none'), rows })
    .map(({ text }) => text)
    .join('\n');
}

function addRow(state: EditorState, table: Table, at: number): TransactionSpec {
  return write(
    state,
    table,
    table.rows.toSpliced(
      at,
      0,
      table.aligns.map(() => ''),
    ),
    { row: at, column: 0 },
    at,
  );
}

/** Writes the rows aligned, and selects a cell of them. `added` is the row that the text doesn't have yet. */
function write(state: EditorState, table: Table, rows: Table['rows'], { row, column }: Cell, added?: number): TransactionSpec {
  const lines = linesOf({ ...table, rows });
  const addedLine = added === undefined ? -1 : lineOfRow(added);
  const changes: ChangeSpec[] = [];
  let [start, shift] = [0, 0];
  const base = state.doc.line(table.line).from;
  for (const [index, { text }] of lines.entries()) {
    if (index < lineOfRow(row)) start += text.length + 1;
    if (index === addedLine) {
      changes.push({ from: state.doc.line(table.line + index - 1).to, insert: `\n${text}` });
      shift = 1;
      continue;
    }
    const line = state.doc.line(table.line + index - shift);
    const change = textChange(line.text, text);
    if (change) changes.push({ from: line.from + change.from, to: line.from + change.to, insert: change.insert });
  }
  const { from = 0, to = 0 } = lines[lineOfRow(row)]?.cells[column] ?? {};
  return {
    changes,
    selection: EditorSelection.range(base + start + from, base + start + to),
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}

/** Removes the empty last row, and goes on below the table. */
function endTable(state: EditorState, table: Table): TransactionSpec {
  const line = state.doc.line(table.line + lineOfRow(table.rows.length - 1));
  // Text right below a table would be a row of it.
  const hasBlankLine = line.number < state.doc.lines && state.doc.line(line.number + 1).text.trim() === '';
  return {
    changes: { from: line.from, to: line.to, insert: hasBlankLine ? '' : '\n' },
    selection: { anchor: line.from + 1 },
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}

/** The line of a row within its table: the dashes follow the head. */
function lineOfRow(row: number): number {
  return row === 0 ? 0 : row + 1;
}

/** The table around the main selection, and the cell that it begins in. */
function findTable(state: EditorState): { table: Table; cell: Cell; isOnDashes: boolean } | null {
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (state.selection.ranges.length > 1 || !line.text.includes('|') || main.from < line.from || main.to > line.to) return null;
  const [first, last] = [edgeOf(state, line.number, -1), edgeOf(state, line.number, 1)];
  const texts = Array.from({ length: last - first + 1 }, (_, index) => state.doc.line(first + index).text);
  const dashes = texts.findIndex((text, index) => index > 0 && dashesOf(cellsOf(text)));
  const head = dashes - 1;
  const aligns = dashesOf(cellsOf(texts[dashes] ?? ''));
  if (!aligns || line.number < first + head || isInCode(state, line.from)) return null;
  const prefix = /^[\s>]*/.exec(texts[head] ?? '')?.[0] ?? '';
  const rows = texts.filter((_, index) => index >= head && index !== dashes).map(cellsOf);
  const at = line.number - first - head;
  const column = pipesIn(line.text.slice(0, main.head - line.from)) - (startsWithPipe(line.text) ? 1 : 0);
  return {
    table: { line: first + head, prefix, aligns: (rows[0] ?? []).map((_, index) => aligns[index] ?? 'none'), rows },
    cell: { row: at <= 1 ? 0 : at - 1, column: Math.max(0, column) },
    isOnDashes: at === 1,
  };
}

/** The last line with a pipe from a line on, upwards (-1) or downwards. */
function edgeOf(state: EditorState, number: number, by: 1 | -1): number {
  let edge = number;
  for (let count = 0; count < LINES_MAX; count += 1) {
    const next = edge + by;
    if (next < 1 || next > state.doc.lines || !state.doc.line(next).text.includes('|')) break;
    edge = next;
  }
  return edge;
}

/** The alignments that a line of dashes sets; null: it is none. */
function dashesOf(cells: readonly string[]): Align[] | null {
  if (cells.length === 0 || !cells.every((cell) => /^:?-+:?$/.test(cell))) return null;
  return cells.map((cell) => {
    const [left, right] = [cell.startsWith(':'), cell.endsWith(':')];
    return left && right ? 'center' : right ? 'right' : left ? 'left' : 'none';
  });
}

function startsWithPipe(text: string): boolean {
  return /^[\s>]*\|/.test(text);
}

function pipesIn(text: string): number {
  return text.replaceAll(/\\./g, '').split('|').length - 1;
}

/** The cells of a line, without the pipes around it. An escaped pipe is text. */
function cellsOf(line: string): string[] {
  const cells = line
    .replace(/^[\s>]*\|?/, '')
    .trimEnd()
    .replaceAll(/\\[^]|\|/g, (mark) => (mark === '|' ? '\n' : mark))
    .split('\n')
    .map((cell) => cell.trim());
  return cells.length > 1 && cells.at(-1) === '' ? cells.slice(0, -1) : cells;
}

interface TableLine {
  readonly text: string;
  /** Where the contents of its cells are in it. */
  readonly cells: readonly { from: number; to: number }[];
}

/** The lines of a table, with columns of the same width. */
function linesOf({ prefix, aligns, rows }: Table): TableLine[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => {
    const lengths = rows.map((row) => row[column]?.length ?? 0).filter((length) => length <= PADDED_MAX);
    return Math.max(3, ...lengths);
  });
  const lineOf = (cells: readonly string[]): TableLine => {
    let text = `${prefix}|`;
    const places = Array.from({ length: Math.max(cells.length, aligns.length) }, (_, column) => {
      const cell = cells[column] ?? '';
      const room = Math.max(0, (widths[column] ?? 0) - cell.length);
      const align = aligns[column];
      const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
      const from = text.length + 1 + before;
      text += ` ${' '.repeat(before)}${cell}${' '.repeat(room - before)} |`;
      return { from, to: from + cell.length };
    });
    return { text, cells: places };
  };
  const dashes = aligns.map((align, column) => {
    const line = '-'.repeat(widths[column] ?? 3);
    const start = align === 'left' || align === 'center' ? `:${line.slice(1)}` : line;
    return align === 'right' || align === 'center' ? `${start.slice(0, -1)}:` : start;
  });
  const [head = [], ...body] = rows;
  return [lineOf(head), lineOf(dashes), ...body.map(lineOf)];
}
