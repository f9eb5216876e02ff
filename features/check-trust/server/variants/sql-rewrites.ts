/** Rewrites of SQL code that mean the same. */

import { sqlTokens, type SqlToken } from '#platform/content/code/sql-tokens.ts';
import type { Edit } from './edits.ts';
import type { RewriteKind } from './tree-rewrites.ts';

const FLIPPED: Readonly<Record<string, string>> = { '=': '=', '<>': '<>', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
const OPERANDS = new Set(['Identifier', 'CompositeIdentifier', 'QuotedIdentifier', 'Number', 'String']);
/** Words before and after a condition. */
const BEFORE = new Set(['where', 'on', 'and', 'or', 'having', '(']);
const AFTER = new Set(['', ';', ')', 'and', 'or', 'group', 'order', 'limit', 'where', 'join', 'left', 'inner', 'having', 'union']);

/** The rewrites of SQL code, as edits. */
export function sqlRewrites(code: string): Edit<RewriteKind>[] {
  const tokens = sqlTokens(code);
  const last = tokens.at(-1);
  return [
    ...tokens.flatMap((token, index) => [...wordEdits(tokens, token, index), ...conditionEdits(code, tokens, index)]),
    ...(last ? [endEdit(last)] : []),
  ];
}

const lower = (token: SqlToken | undefined): string => token?.text.toLowerCase() ?? '';

function wordEdits(tokens: readonly SqlToken[], token: SqlToken, index: number): Edit<RewriteKind>[] {
  const { from, to, text, type } = token;
  if (text === '<>' || text === '!=') return [{ kind: 'equivalent', from, to, text: text === '<>' ? '!=' : '<>' }];
  const word = lower(token);
  if (word === 'inner') return [{ kind: 'equivalent', from, to: tokens[index + 1]?.from ?? to, text: '' }];
  const isBare = !['left', 'right', 'full', 'outer', 'inner', 'cross', 'natural'].includes(lower(tokens[index - 1]));
  if (word === 'join' && isBare) return [{ kind: 'equivalent', from, to, text: 'INNER JOIN' }];
  if (type !== 'Keyword' || !['select', 'from', 'where', 'group', 'order', 'limit'].includes(word)) return [];
  const otherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  return [{ kind: 'formatting', from, to, text: word === 'select' ? otherCase : `\n${otherCase}` }];
}

/** `a < b` becomes `b > a`, and of two conditions that must both hold the second comes first. */
function conditionEdits(code: string, tokens: readonly SqlToken[], index: number): Edit<RewriteKind>[] {
  const first = conditionAt(tokens, index);
  if (!first) return [];
  const { left, operator, right } = first;
  const flipped: Edit<RewriteKind> = {
    kind: 'equivalent',
    from: left.from,
    to: right.to,
    text: `${right.text} ${FLIPPED[operator.text] ?? operator.text} ${left.text}`,
  };
  const second = lower(tokens[index + 3]) === 'and' ? conditionAt(tokens, index + 4) : null;
  if (!second) return [flipped];
  const textOf = (condition: Condition) => code.slice(condition.left.from, condition.right.to);
  const text = textOf(second) + code.slice(right.to, second.left.from) + textOf(first);
  return [flipped, { kind: 'reordered', from: left.from, to: second.right.to, text }];
}

interface Condition {
  readonly left: SqlToken;
  readonly operator: SqlToken;
  readonly right: SqlToken;
}

/** The condition that begins with a token: a comparison of two names or constants, and nothing else. */
function conditionAt(tokens: readonly SqlToken[], index: number): Condition | null {
  const [left, operator, right] = tokens.slice(index, index + 3);
  if (!left || !operator || !right || !Object.hasOwn(FLIPPED, operator.text)) return null;
  const isAlone = BEFORE.has(lower(tokens[index - 1])) && AFTER.has(lower(tokens[index + 3]));
  return isAlone && OPERANDS.has(left.type) && OPERANDS.has(right.type) ? { left, operator, right } : null;
}

function endEdit({ text, from, to }: SqlToken): Edit<RewriteKind> {
  return text === ';' ? { kind: 'formatting', from, to, text: '' } : { kind: 'formatting', from: to, to, text: ';' };
}
