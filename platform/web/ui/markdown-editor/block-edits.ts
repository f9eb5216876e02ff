import { type ChangeSpec, EditorSelection, type EditorState, type Line, type TransactionSpec } from '@codemirror/state';
import { type BoxKind, readDivStart } from '#platform/content/markdown-boxes.ts';
import { tableText } from './table-edits.ts';

/** The lines that the selections touch, each once. */
function selectedLines(state: EditorState): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    for (let at = from; ;) {
      const line = state.doc.lineAt(at);
      lines.set(line.number, line);
      if (line.to >= to) break;
      at = line.to + 1;
    }
  }
  return [...lines.values()];
}

/** Markup of a heading, list item or quote, with leading spaces. */
const LINE_MARK = /^(\s*)(#{1,6} |[-*+] |\d+[.)] |> ?)?/;

type LineKind = 'bullets' | 'numbers' | 'quote';
const OWN_MARK: Record<LineKind, RegExp> = { bullets: /^\s*[-*+] /, numbers: /^\s*\d+[.)] /, quote: /^\s*> ?/ };

/**
 * Turns the selected lines into list items or quotes, replacing other markup; removes the markup when every line has it already. Blank
 * lines between others stay blank.
 */
export function toggleLines(state: EditorState, kind: LineKind): TransactionSpec {
  const lines = selectedLines(state);
  const isSingle = lines.length === 1;
  const filled = isSingle ? lines : lines.filter((line) => line.text.trim() !== '');
  const isOn = filled.length > 0 && filled.every((line) => OWN_MARK[kind].test(line.text));
  const changes = filled.map((line, index): ChangeSpec => {
    const [found, indent = ''] = LINE_MARK.exec(line.text) ?? [''];
    if (isOn) return { from: line.from + indent.length, to: line.from + found.length };
    const mark = kind === 'bullets' ? '- ' : kind === 'numbers' ? `${index + 1}. ` : '> ';
    // Quoting a list keeps the list.
    return kind === 'quote'
      ? { from: line.from, insert: mark }
      : { from: line.from + indent.length, to: line.from + found.length, insert: mark };
  });
  return withMarks(state, changes);
}

/** Cycles through heading levels: none, ##, ###, ####, none. Level one is reserved for the screen's title. */
export function cycleHeading(state: EditorState): TransactionSpec {
  const changes = selectedLines(state).map((line): ChangeSpec => {
    const marks = /^(#{1,6})\s+/.exec(line.text);
    const level = marks?.[1]?.length ?? 0;
    const next = level === 0 ? 2 : level >= 4 ? 0 : level + 1;
    return { from: line.from, to: line.from + (marks?.[0].length ?? 0), insert: next === 0 ? '' : `${'#'.repeat(next)} ` };
  });
  return withMarks(state, changes);
}

/** Moves the selection along with the inserted markup. */
function withMarks(state: EditorState, changes: ChangeSpec[]): TransactionSpec {
  const set = state.changes(changes);
  return { changes: set, selection: state.selection.map(set, 1), userEvent: 'input.format', scrollIntoView: true };
}

/** Replaces the selection by `before + inner + after` as a block with blank lines around it, and selects `inner`. */
function insertBlock(state: EditorState, before: string, inner: string, after: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const isLineStart = state.sliceDoc(line.from, from).trim() === '';
  const isAfterBlank = isLineStart && (line.number === 1 || state.doc.line(line.number - 1).text.trim() === '');
  const lead = isLineStart ? (isAfterBlank ? '' : '\n') : '\n\n';
  const rest = state.doc.lineAt(to);
  const isLineEnd = state.sliceDoc(to, rest.to).trim() === '';
  const isBeforeBlank = isLineEnd && (rest.number === state.doc.lines || state.doc.line(rest.number + 1).text.trim() === '');
  const trail = isLineEnd ? (isBeforeBlank ? '' : '\n') : '\n\n';
  const start = from + lead.length + before.length;
  return {
    changes: { from, to, insert: `${lead}${before}${inner}${after}${trail}` },
    selection: EditorSelection.range(start, start + inner.length),
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}

/** A fenced code block; the fence is longer than any inside the selection. */
export function insertCodeBlock(state: EditorState, language: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const selected = state.sliceDoc(from, to);
  const longest = Math.max(0, ...[...selected.matchAll(/^\s*(`{3,})/gm)].map((match) => match[1]?.length ?? 0));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return insertBlock(state, `${fence}${language}\n`, selected, `\n${fence}`);
}

/** A table with a header row, whose first cell is selected; a selection with tabs or commas becomes its cells. */
export function insertTable(state: EditorState): TransactionSpec {
  const { from, to } = state.selection.main;
  const rows = tableRows(state.sliceDoc(from, to));
  const [head = ['Column 1', 'Column 2'], ...body] = rows.length > 0 ? rows : [['Column 1', 'Column 2'], []];
  const text = tableText([head, ...body.map((cells) => head.map((_, index) => cells[index] ?? ''))]);
  const [first = ''] = head;
  return insertBlock(state, '| ', first, text.slice(`| ${first}`.length));
}

function tableRows(text: string): string[][] {
  if (text.trim() === '') return [];
  const separator = text.includes('\t') ? '\t' : ',';
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(separator).map((cell) => cell.trim().replaceAll('|', '\\|')));
}

/** Math: inline for a selection within a line, otherwise a block. */
export function insertMath(state: EditorState): TransactionSpec {
  const { from, to, empty } = state.selection.main;
  const line = state.doc.lineAt(from);
  const isOwnLine = state.sliceDoc(line.from, from).trim() === '' && state.sliceDoc(to, state.doc.lineAt(to).to).trim() === '';
  const isBlock = isOwnLine && (empty || state.sliceDoc(from, to).includes('\n'));
  const selected = state.sliceDoc(from, to) || (isBlock ? 'x = y' : 'x');
  if (isBlock) return insertBlock(state, '$$\n', selected, '\n$$');
  return {
    changes: { from, to, insert: `$${selected}$` },
    selection: EditorSelection.range(from + 1, from + 1 + selected.length),
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}

/** Kinds that the button goes through; the others are in the menu of `/`. */
const BOX_KINDS = ['note', 'tip', 'warning', 'challenge', 'solution'] as const;

/** Puts the selected lines in a box; its colons are more than those of any box inside. */
export function insertBox(state: EditorState, kind: BoxKind): TransactionSpec {
  const { from, to } = state.selection.main;
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const inner = state.sliceDoc(first.from, last.to);
  const longest = Math.max(2, ...[...inner.matchAll(/^ {0,3}(:{3,})/gm)].map((match) => match[1]?.length ?? 0));
  const colons = ':'.repeat(longest + 1);
  const whole = state.update({ selection: EditorSelection.range(first.from, last.to) }).state;
  return insertBlock(whole, `${colons} ${kind}\n`, inner, `\n${colons}`);
}

/** Puts the selection in a box. In a box: cycles through its kinds, and removes it after the last one. */
export function cycleBox(state: EditorState): TransactionSpec {
  const around = findBox(state);
  if (around === null) return insertBox(state, BOX_KINDS[0]);
  const { start, end } = around;
  const [, colons = '', kind = ''] = /^\s*(:+)\s*([\w-]*)/.exec(start.text) ?? [];
  const next = BOX_KINDS[BOX_KINDS.findIndex((each) => each === kind) + 1];
  if (next !== undefined) return withMarks(state, [{ from: start.from, to: start.to, insert: `${colons} ${next}` }]);
  const lines: ChangeSpec[] = [{ from: start.from, to: Math.min(start.to + 1, state.doc.length) }];
  if (end) lines.push({ from: end.from - 1, to: end.to });
  return withMarks(state, lines);
}

/** The innermost box that the selection is in. */
function findBox(state: EditorState): { start: Line; end: Line | null } | null {
  const { from, to } = state.selection.main;
  const open: Line[] = [];
  let fence: string | null = null;
  let found: Line | null = null;
  let depth = 0;
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    if (found === null && line.from > from) {
      found = open.at(-1) ?? null;
      if (found === null) return null;
      depth = open.length;
    }
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line.text)?.[1];
    if (fence !== null ? marks?.startsWith(fence) : marks !== undefined) fence = fence === null ? (marks ?? null) : null;
    if (fence !== null) continue;
    if (/^ {0,3}:{3,}\s*$/.test(line.text)) {
      if (found !== null && open.length === depth) return line.to >= to ? { start: found, end: line } : null;
      // The caret may be on the last line of a box.
      if (found === null && line.to >= from && open.length > 0) return { start: open.at(-1) as Line, end: line };
      open.pop();
    } else if (/^ {0,3}:{3,}/.test(line.text) && readDivStart(line.text.trim())) open.push(line);
  }
  found ??= open.at(-1) ?? null;
  return found ? { start: found, end: null } : null;
}
