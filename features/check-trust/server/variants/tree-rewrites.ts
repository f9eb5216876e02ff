/** Rewrites of Python, R and shell code: they mean the same as the code, so every check should accept them. */

import { nodesBelow, parentOf, type Node, type TreeLanguage } from '#platform/server/code/syntax-trees.ts';
import type { Edit } from './edits.ts';

/** What is different in a rewrite. */
export type RewriteKind = 'renamed' | 'reordered' | 'equivalent' | 'formatting';

/** The grammar of a language, as far as meaning is concerned. Sets contain types of nodes. */
interface Rules {
  readonly numbers: ReadonlySet<string>;
  readonly sums: ReadonlySet<string>;
  readonly comparisons: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** Lists of things that may end with a comma. */
  readonly lists: ReadonlySet<string>;
  /** Code in which names may mean something else than variables. */
  readonly hidesNames: RegExp;
  readonly comment: string;
  readonly isRenamable: (node: Node) => boolean;
  /** The name that a statement gives a value, with the value; null for other statements. */
  readonly assignment: (statement: Node) => { name: Node; value: Node } | null;
}

/** The same comparison from the other side. */
const FLIPPED: Readonly<Record<string, string>> = { '==': '==', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };
/** Values whose sides may change places: evaluating them does nothing else. */
const PLAIN = new Set(['identifier', 'integer', 'float', 'string', 'true', 'false', 'none', 'null']);
/** Part of the new name, which no other variable has. */
const RENAMED = 'renamed_';

const field = (node: Node, name: string): boolean => parentOf(node)?.childForFieldName(name)?.id === node.id;

const RULES: Readonly<Record<TreeLanguage, Rules>> = {
  python: {
    numbers: new Set(['integer', 'float']),
    sums: new Set(['binary_operator']),
    comparisons: new Set(['comparison_operator']),
    functions: new Set(['function_definition']),
    lists: new Set(['list', 'dictionary', 'argument_list']),
    hidesNames: /\b(global|nonlocal|locals|vars|eval|exec|lambda|class)\b|\bdef\b[\s\S]*\bdef\b/,
    comment: '#',
    isRenamable: (node) =>
      node.type === 'identifier' && !field(node, 'attribute') && !(parentOf(node)?.type === 'keyword_argument' && field(node, 'name')),
    assignment: (statement) => {
      const [only] = statement.namedChildren;
      if (statement.type !== 'expression_statement' || only?.type !== 'assignment') return null;
      return nameAndValue(only, 'left', 'right');
    },
  },
  r: {
    numbers: new Set(['integer', 'float']),
    sums: new Set(['binary_operator']),
    comparisons: new Set(['binary_operator']),
    functions: new Set(['function_definition']),
    lists: new Set([]),
    hidesNames: /[~$@]|%>%|\|>|<<-|\b(get|assign|eval|quote|with|substitute|environment)\b|function[\s\S]*function/,
    comment: '#',
    isRenamable: (node) => node.type === 'identifier' && !field(node, 'name'),
    assignment: (statement) => {
      const operator = statement.childForFieldName('operator')?.text;
      return statement.type === 'binary_operator' && (operator === '<-' || operator === '=') ? nameAndValue(statement, 'lhs', 'rhs') : null;
    },
  },
  cli: {
    numbers: new Set([]),
    sums: new Set([]),
    comparisons: new Set([]),
    functions: new Set([]),
    lists: new Set([]),
    hidesNames: /^/,
    comment: '#',
    isRenamable: () => false,
    assignment: (statement) => (statement.type === 'variable_assignment' ? nameAndValue(statement, 'name', 'value') : null),
  },
};

function nameAndValue(node: Node, name: string, value: string): { name: Node; value: Node } | null {
  const [left, right] = [node.childForFieldName(name), node.childForFieldName(value)];
  return left && right && (left.type === 'identifier' || left.type === 'variable_name') ? { name: left, value: right } : null;
}

/** The rewrites of code, as edits. */
export function treeRewrites(language: TreeLanguage, root: Node): Edit<RewriteKind>[] {
  const rules = RULES[language];
  const nodes = [root, ...nodesBelow(root, ({ type }) => type === 'comment' || type === 'ERROR' || type === 'heredoc_body')];
  return [
    ...nodes.flatMap((node) => [
      ...sumEdits(node, rules),
      ...comparisonEdits(node, rules),
      ...assignmentEdits(node, rules),
      ...quoteEdits(node),
      ...commaEdits(node, rules),
      ...spaceEdits(node, rules),
      ...renamedEdits(node, rules),
      ...reorderedEdits(node, rules),
    ]),
    ...wholeEdits(root, rules),
  ];
}

/** `a + 1` becomes `1 + a`: with exactly one number, so that it can't be texts or lists that are put together. */
function sumEdits(node: Node, { sums, numbers }: Rules): Edit<RewriteKind>[] {
  const [left, operator, right] = node.children;
  if (!sums.has(node.type) || !left || !operator || !right || !['+', '*'].includes(operator.text)) return [];
  if (numbers.has(left.type) === numbers.has(right.type)) return [];
  // The new left side must not bind differently.
  const isSimple = (side: Node) => PLAIN.has(side.type) || side.type === 'parenthesized_expression' || side.type === 'call';
  const isInOther = parentOf(node)?.type === node.type && !isAssigned(node);
  if (!isSimple(left) || !isSimple(right) || isInOther) return [];
  return [swapped(node, left, operator.text, right)];
}

/** R: the value of an assignment, which is an operator like others. */
function isAssigned(node: Node): boolean {
  return field(node, 'rhs') && ['<-', '='].includes(parentOf(node)?.childForFieldName('operator')?.text ?? '');
}

function comparisonEdits(node: Node, { comparisons }: Rules): Edit<RewriteKind>[] {
  const [left, operator, right] = node.children;
  if (!comparisons.has(node.type) || node.childCount !== 3 || !left || !operator || !right) return [];
  const flipped = Object.hasOwn(FLIPPED, operator.text) ? FLIPPED[operator.text] : undefined;
  return flipped !== undefined && PLAIN.has(left.type) && PLAIN.has(right.type) ? [swapped(node, left, flipped, right)] : [];
}

function swapped(node: Node, left: Node, operator: string, right: Node): Edit<RewriteKind> {
  return { kind: 'equivalent', from: node.startIndex, to: node.endIndex, text: `${right.text} ${operator} ${left.text}` };
}

/** `n += 1` becomes `n = n + 1`, for numbers: lists would be copied. A value gets parentheses. */
function assignmentEdits(node: Node, { numbers, assignment }: Rules): Edit<RewriteKind>[] {
  if (node.type === 'augmented_assignment') {
    const [left, operator, right] = node.children;
    if (!left || !operator || !right || left.type !== 'identifier' || !numbers.has(right.type)) return [];
    const text = `${left.text} = ${left.text} ${operator.text.slice(0, -1)} ${right.text}`;
    return [{ kind: 'equivalent', from: node.startIndex, to: node.endIndex, text }];
  }
  const assigned = assignment(node);
  if (!assigned || assigned.name.type !== 'identifier' || assigned.value.type === 'function_definition') return [];
  const { value } = assigned;
  return [{ kind: 'formatting', from: value.startIndex, to: value.endIndex, text: `(${value.text})` }];
}

/** 'text' becomes "text", if it is plain. Shell: the other way round. */
function quoteEdits(node: Node): Edit<RewriteKind>[] {
  if (node.type !== 'string' && node.type !== 'raw_string') return [];
  const quote = node.text.slice(0, 1);
  const inner = node.text.slice(1, -1);
  if (!['"', "'"].includes(quote) || !node.text.endsWith(quote) || /["'\\$`\n]/.test(inner) || inner === '') return [];
  const other = quote === '"' ? "'" : '"';
  return [{ kind: 'formatting', from: node.startIndex, to: node.endIndex, text: `${other}${inner}${other}` }];
}

/** `[a, b]` becomes `[a, b,]`. A generator alone takes none. */
function commaEdits(node: Node, { lists }: Rules): Edit<RewriteKind>[] {
  const last = node.namedChildren.at(-1);
  if (!lists.has(node.type) || !last || node.text.at(-2) === ',') return [];
  return [{ kind: 'formatting', from: last.endIndex, to: last.endIndex, text: ',' }];
}

/** `a + b` becomes `a+b`; in the shell `$x` becomes `${x}`, and words get another space. */
function spaceEdits(node: Node, { sums }: Rules): Edit<RewriteKind>[] {
  if (sums.has(node.type)) {
    const [left, operator, right] = node.children;
    // `a <-1` and `a < -1` differ, so only these.
    if (!left || !operator || !right || !['+', '-', '*', '/'].includes(operator.text)) return [];
    return [{ kind: 'formatting', from: left.endIndex, to: right.startIndex, text: operator.text }];
  }
  if (node.type === 'simple_expansion' && /^\$[A-Za-z_]\w*$/.test(node.text))
    return [{ kind: 'equivalent', from: node.startIndex, to: node.endIndex, text: `\${${node.text.slice(1)}}` }];
  if (node.type !== 'command') return [];
  return node.namedChildren.slice(1, 2).map((word) => ({ kind: 'formatting', from: word.startIndex, to: word.startIndex, text: ' ' }));
}

/** Local variables of a function that are renamed: each needs another look at all of it. */
const RENAMED_MAX = 10;

/** A local variable of a function gets another name. */
function renamedEdits(node: Node, { functions, hidesNames, isRenamable, assignment }: Rules): Edit<RewriteKind>[] {
  const body = functions.has(node.type) ? node.childForFieldName('body') : null;
  if (!body || hidesNames.test(body.text)) return [];
  const below = [...nodesBelow(body, ({ type }) => type === 'comment')];
  const parameters = new Set([...nodesBelow(node, ({ id }) => id === body.id)].map(({ text }) => text));
  const names = new Set(below.flatMap((statement) => assignment(statement)?.name.text ?? []));
  return [...names]
    .filter((name) => !parameters.has(name))
    .slice(0, RENAMED_MAX)
    .flatMap((name) => {
      const uses = below.filter((use) => use.childCount === 0 && use.text === name && isRenamable(use));
      const [first, last] = [uses[0], uses.at(-1)];
      if (!first || !last) return [];
      return [{ kind: 'renamed' as const, from: first.startIndex, to: last.endIndex, text: renamed(body, uses, `${RENAMED}${name}`) }];
    });
}

function renamed({ text, startIndex }: Node, uses: readonly Node[], name: string): string {
  const parts = uses.map((use, index) => {
    const next = uses[index + 1];
    return name + (next ? text.slice(use.endIndex - startIndex, next.startIndex - startIndex) : '');
  });
  return parts.join('');
}

/** Two assignments that follow each other and don't depend on each other change places. */
function reorderedEdits(node: Node, { assignment }: Rules): Edit<RewriteKind>[] {
  const statements = node.namedChildren;
  const whole = node.text;
  return statements.flatMap((first, index): Edit<RewriteKind>[] => {
    const second = statements[index + 1];
    const [one, other] = [assignment(first), second ? assignment(second) : null];
    if (!second || !one || !other || !isPure(one.value) || !isPure(other.value)) return [];
    const uses = (value: Node, name: Node) => [value, ...nodesBelow(value, () => false)].some(({ text }) => text === name.text);
    if (one.name.text === other.name.text || uses(one.value, other.name) || uses(other.value, one.name)) return [];
    const separator = whole.slice(first.endIndex - node.startIndex, second.startIndex - node.startIndex);
    if (!/^[\n \t]*\n[ \t]*$/.test(separator)) return [];
    return [{ kind: 'reordered', from: first.startIndex, to: second.endIndex, text: second.text + separator + first.text }];
  });
}

/** Values that are computed without calling anything. */
function isPure(value: Node): boolean {
  const isCall = ({ type }: Node) => /call|substitution|function|await|yield|lambda|subset|subscript|attribute|comprehension/.test(type);
  return ![value, ...nodesBelow(value, () => false)].some(isCall);
}

function wholeEdits(root: Node, { comment }: Rules): Edit<RewriteKind>[] {
  const end = root.endIndex;
  const separator = root.text.endsWith('\n') ? '' : '\n';
  return [
    { kind: 'formatting', from: end, to: end, text: `${separator}${comment} Done.\n` },
    { kind: 'formatting', from: 0, to: 0, text: '\n' },
  ];
}
