import { LIMITS } from '#platform/contract/limits.ts';
import type { Node } from '#platform/server/code/syntax-trees.ts';
import type { Formatted } from '../contract/format-code.ts';

/** Nodes whose first child is a bracket and whose last one closes it. */
const BRACKETED: ReadonlySet<string> = new Set(['arguments', 'parameters', 'braced_expression', 'parenthesized_expression']);
/** Nodes that end with an expression, which may be on a line of its own. */
const WITH_BODY: ReadonlySet<string> = new Set([
  'if_statement',
  'for_statement',
  'while_statement',
  'repeat_statement',
  'function_definition',
]);

/** R with each line indented by its depth and without white space at ends of lines. Lines that begin inside a quoted text stay. */
export function indentR(root: Node, code: string): Formatted {
  const broken = firstBroken(root);
  if (broken) return { problem: 'R can’t read this', line: broken.startPosition.row + 1 };
  const quoted = linesInQuotes(root);
  const lines = code.split('\n').map((line, row) => {
    const text = quoted.ends.has(row) ? line : line.trimEnd();
    if (quoted.begins.has(row)) return text;
    const column = text.length - text.trimStart().length;
    if (column === text.length) return text.trim();
    return ' '.repeat(depthAt(root, text, row, column) * LIMITS.editorIndent) + text.slice(column);
  });
  return { code: lines.join('\n') };
}

function firstBroken(root: Node): Node | null {
  if (!root.hasError) return null;
  for (const node of nodesOf(root)) if (node.isError || node.isMissing) return node;
  return root;
}

function* nodesOf(root: Node): Iterable<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (let at = node.childCount - 1; at >= 0; at--) {
      const child = node.child(at);
      if (child) waiting.push(child);
    }
  }
}

/** The rows that begin, and that end, inside a quoted text of several lines. */
function linesInQuotes(root: Node) {
  const begins = new Set<number>();
  const ends = new Set<number>();
  for (const { type, startPosition, endPosition } of nodesOf(root)) {
    if (type !== 'string') continue;
    for (let row = startPosition.row; row < endPosition.row; row++) {
      ends.add(row);
      begins.add(row + 1);
    }
  }
  return { begins, ends };
}

/** One step for each row on which something begins that this line continues: brackets, operators, bodies. */
function depthAt(root: Node, line: string, row: number, column: number): number {
  const closers = /^[\])}]*/.exec(line.slice(column))?.[0].length ?? 0;
  const rows = new Set<number>();
  const closed = new Set<number>();
  for (let child = root.descendantForPosition({ row, column }), node = child?.parent; node && child; child = node, node = node.parent) {
    const { row: begin } = node.startPosition;
    const { row: endRow, column: end } = node.endPosition;
    if (BRACKETED.has(node.type)) {
      if (closers > 0 && endRow === row && end <= column + closers) closed.add(begin);
      else if (child.startIndex > node.startIndex) rows.add(begin);
    } else if (isContinued(node, child)) rows.add(begin);
  }
  for (const begin of [row, ...closed]) rows.delete(begin);
  return rows.size;
}

/** Whether an operand or a body is on a line of its own. */
function isContinued({ type }: Node, child: Node): boolean {
  const { previousSibling } = child;
  if (previousSibling === null || previousSibling.endPosition.row >= child.startPosition.row) return false;
  return type === 'binary_operator' || (WITH_BODY.has(type) && child.type !== 'else' && child.type !== 'braced_expression');
}
