import type { Given } from '#features/questions/contract/kinds/asks.ts';

/** A line that a learner has put into the answer. */
export interface ChosenLine {
  /** Its index in the question's lines. */
  readonly index: number;
  /** Levels of indentation. */
  readonly indent: number;
}

export const INDENT_MAX = 10;

/** The chosen lines of an answer, without what is no line of the question and what occurs twice. */
export function readLines(given: Given, count: number): ChosenLine[] {
  const lines = new Map<number, ChosenLine>();
  for (const each of given) {
    const [index, indent = 0] = /^\d{1,4}(?::\d{1,2})?$/.test(each) ? each.split(':').map(Number) : [];
    if (index === undefined || index >= count || lines.has(index)) continue;
    lines.set(index, { index, indent: Math.min(indent, INDENT_MAX) });
  }
  return [...lines.values()];
}

export function writeLines(lines: readonly ChosenLine[], hasIndentation: boolean): Given {
  return lines.map(({ index, indent }) => (hasIndentation ? `${index}:${indent}` : String(index)));
}

/** The lines that are not in the answer. */
export function unusedLines(lines: readonly ChosenLine[], count: number): number[] {
  const used = new Set(lines.map(({ index }) => index));
  return Array.from({ length: count }, (_, index) => index).filter((index) => !used.has(index));
}

/** Puts a line at a position among the other ones, wherever it was before. */
export function putLine(lines: readonly ChosenLine[], line: ChosenLine, at: number): ChosenLine[] {
  return withoutLine(lines, line.index).toSpliced(at, 0, line);
}

export function withoutLine(lines: readonly ChosenLine[], index: number): ChosenLine[] {
  return lines.filter((line) => line.index !== index);
}

/** Moves a line by one position; at the ends it stays. */
export function stepLine(lines: readonly ChosenLine[], index: number, by: 1 | -1): ChosenLine[] {
  const at = lines.findIndex((line) => line.index === index);
  const line = lines[at];
  return line === undefined || at + by < 0 ? [...lines] : putLine(lines, line, at + by);
}

/** A new line is indented like the one before it. */
export function appendLine(lines: readonly ChosenLine[], index: number): ChosenLine[] {
  return putLine(lines, { index, indent: lines.at(-1)?.indent ?? 0 }, lines.length);
}

export function indentLine(lines: readonly ChosenLine[], index: number, by: 1 | -1): ChosenLine[] {
  return lines.map((line) => (line.index === index ? { index, indent: clampIndent(line.indent + by) } : line));
}

/** How deep a line can be dropped at a position: one level more than the line before it. */
export function deepestIndent(lines: readonly ChosenLine[], at: number): number {
  const before = lines[at - 1];
  return before === undefined ? 0 : clampIndent(before.indent + 1);
}

export function clampIndent(indent: number): number {
  return Math.min(Math.max(Math.round(indent), 0), INDENT_MAX);
}

/** What screen readers announce after a line was moved. */
export function linePlaceText(lines: readonly ChosenLine[], index: number, hasIndentation: boolean): string {
  const at = lines.findIndex((line) => line.index === index);
  if (at === -1) return `Taken out. ${lines.length === 1 ? '1 line is' : `${lines.length} lines are`} left in your answer.`;
  const indent = lines[at]?.indent ?? 0;
  return `Line ${at + 1} of ${lines.length}${hasIndentation ? `, ${indentText(indent)}` : ''}.`;
}

export function indentText(indent: number): string {
  return indent === 0 ? 'not indented' : `indented ${indent === 1 ? 'once' : `${indent} times`}`;
}
