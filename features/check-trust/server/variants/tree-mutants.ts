/** Mutants of Python, R and shell code: each has one small mistake that a check should notice. */

import { nodesBelow, parentOf, type Node, type TreeLanguage } from '#platform/server/code/syntax-trees.ts';
import type { Edit } from './edits.ts';

/** What is wrong in a mutant. */
export type MutantKind = 'operator' | 'constant' | 'dropped' | 'arguments' | 'name';

type Swaps = Readonly<Record<string, readonly string[]>>;

/** The grammar of a language, as far as mistakes are concerned. Sets contain types of nodes. */
interface Rules {
  /** Nothing is changed in these. */
  readonly skipped: ReadonlySet<string>;
  /** Nodes with an operator among their children, and what each operator becomes. */
  readonly operations: ReadonlySet<string>;
  readonly operators: Swaps;
  readonly numbers: ReadonlySet<string>;
  readonly booleans: Swaps;
  /** Where statements are, which of them can be left out, and what replaces them. */
  readonly blocks: ReadonlySet<string>;
  readonly statements: ReadonlySet<string>;
  readonly nothing: string;
  readonly callArguments: ReadonlySet<string>;
  /** Functions and methods that are easily confused. */
  readonly confused: Swaps;
  /** Whether an identifier names a variable where it is used, and whether it gets its value there. */
  readonly isUse: (node: Node) => boolean;
  readonly isDefinition: (node: Node) => boolean;
}

const COMPARISONS: Swaps = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>'],
  '<=': ['<', '>='],
  '>': ['>=', '<'],
  '>=': ['>', '<='],
};

const pairs = (...list: readonly (readonly [string, string])[]): Swaps =>
  Object.fromEntries(list.flatMap(([one, other]) => [[one, [other]] as const, [other, [one]] as const]));

const field = (node: Node, name: string): boolean => parentOf(node)?.childForFieldName(name)?.id === node.id;

const RULES: Readonly<Record<TreeLanguage, Rules>> = {
  python: {
    skipped: new Set(['comment', 'ERROR', 'import_statement', 'import_from_statement', 'type', 'decorator']),
    operations: new Set(['binary_operator', 'comparison_operator', 'boolean_operator', 'augmented_assignment']),
    operators: {
      ...COMPARISONS,
      ...pairs(['+', '-'], ['+=', '-='], ['and', 'or'], ['in', 'not in'], ['is', 'is not'], ['&', '|']),
      '*': ['/', '+'],
      '/': ['*', '//'],
      '//': ['/'],
      '%': ['//'],
      '**': ['*'],
      '*=': ['/='],
      '/=': ['*='],
    },
    numbers: new Set(['integer', 'float']),
    booleans: pairs(['True', 'False']),
    blocks: new Set(['module', 'block']),
    statements: new Set(['expression_statement', 'return_statement', 'continue_statement', 'break_statement', 'delete_statement']),
    nothing: 'pass',
    callArguments: new Set(['argument_list']),
    confused: pairs(
      ['max', 'min'],
      ['any', 'all'],
      ['upper', 'lower'],
      ['mean', 'median'],
      ['head', 'tail'],
      ['keys', 'values'],
      ['floor', 'ceil'],
      ['startswith', 'endswith'],
      ['argmax', 'argmin'],
      ['idxmax', 'idxmin'],
      ['cumsum', 'cumprod'],
      ['union', 'intersection'],
      ['lstrip', 'rstrip'],
    ),
    isUse: (node) =>
      node.type === 'identifier' &&
      !field(node, 'attribute') &&
      !(field(node, 'name') && parentOf(node)?.type !== 'named_expression') &&
      !field(node, 'function') &&
      !field(node, 'left') &&
      !(parentOf(node)?.type ?? '').includes('parameter'),
    isDefinition: (node) => node.type === 'identifier' && (field(node, 'left') || (parentOf(node)?.type ?? '').endsWith('parameters')),
  },
  r: {
    skipped: new Set(['comment', 'ERROR']),
    operations: new Set(['binary_operator']),
    operators: {
      ...COMPARISONS,
      ...pairs(['+', '-'], ['&&', '||'], ['&', '|'], ['%%', '%/%']),
      '*': ['/', '+'],
      '/': ['*'],
      '^': ['*'],
    },
    numbers: new Set(['integer', 'float']),
    booleans: pairs(['TRUE', 'FALSE']),
    blocks: new Set(['program', 'braced_expression']),
    statements: new Set(['binary_operator', 'call', 'identifier']),
    nothing: 'invisible(NULL)',
    callArguments: new Set(['arguments']),
    confused: pairs(
      ['max', 'min'],
      ['any', 'all'],
      ['toupper', 'tolower'],
      ['mean', 'median'],
      ['head', 'tail'],
      ['floor', 'ceiling'],
      ['which.max', 'which.min'],
      ['cumsum', 'cumprod'],
      ['nrow', 'ncol'],
      ['rbind', 'cbind'],
      ['startsWith', 'endsWith'],
      ['sapply', 'lapply'],
      ['left_join', 'inner_join'],
    ),
    isUse: (node) =>
      node.type === 'identifier' &&
      !field(node, 'function') &&
      !field(node, 'name') &&
      !(field(node, 'lhs') && isAssignment(parentOf(node))) &&
      parentOf(node)?.type !== 'extract_operator',
    isDefinition: (node) =>
      node.type === 'identifier' && ((field(node, 'lhs') && isAssignment(parentOf(node))) || parentOf(node)?.type === 'parameter'),
  },
  cli: {
    skipped: new Set(['comment', 'ERROR', 'heredoc_body']),
    operations: new Set(['list', 'binary_expression', 'unary_expression']),
    operators: {
      ...pairs(['&&', '||'], ['-eq', '-ne'], ['==', '!='], ['-z', '-n'], ['-f', '-d']),
      '=': ['!='],
      '-gt': ['-ge', '-lt'],
      '-ge': ['-gt'],
      '-lt': ['-le', '-gt'],
      '-le': ['-lt'],
    },
    numbers: new Set(['number']),
    booleans: {},
    blocks: new Set(['program', 'do_group', 'compound_statement']),
    statements: new Set(['command', 'pipeline', 'variable_assignment', 'redirected_statement', 'list']),
    nothing: ':',
    callArguments: new Set([]),
    confused: pairs(['head', 'tail'], ['cat', 'tac'], ['mv', 'cp']),
    isUse: (node) => node.type === 'variable_name' && !field(node, 'name') && !field(node, 'variable'),
    isDefinition: (node) => node.type === 'variable_name' && (field(node, 'name') || field(node, 'variable')),
  },
};

/** The single mistakes that code can have, as edits. */
export function treeMutants(language: TreeLanguage, root: Node): Edit<MutantKind>[] {
  const rules = RULES[language];
  const nodes = [...nodesBelow(root, (node) => rules.skipped.has(node.type) || isLibraryCall(node))];
  const edits = [root, ...nodes].flatMap((node) => [
    ...operatorEdits(node, rules),
    ...constantEdits(node, rules),
    ...droppedEdits(node, rules),
    ...argumentEdits(node, rules),
    ...commandEdits(node),
  ]);
  const functions = nodes.filter(({ type }) => type === 'function_definition' || type === 'lambda');
  const isInFunction = placesIn(functions);
  return [...edits, ...nameEdits(nodes, rules)].map((edit) => ({ ...edit, isInFunction: isInFunction(edit) }));
}

/** Whether an edit is inside of one of these nodes, which are in the order of the code. */
function placesIn(nodes: readonly Node[]): (edit: Edit) => boolean {
  const outer: { from: number; to: number }[] = [];
  for (const { startIndex, endIndex } of nodes) if (startIndex >= (outer.at(-1)?.to ?? 0)) outer.push({ from: startIndex, to: endIndex });
  return ({ from, to }) => {
    let [low, high] = [0, outer.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((outer[middle]?.to ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    return (outer[low]?.from ?? Infinity) <= from;
  };
}

const replace = (node: Node, kind: MutantKind, text: string): Edit<MutantKind> => ({
  kind,
  from: node.startIndex,
  to: node.endIndex,
  text,
});

function operatorEdits(node: Node, { operations, operators }: Rules): Edit<MutantKind>[] {
  if (node.type === 'not_operator' || (node.type === 'unary_operator' && node.text.startsWith('!'))) {
    const operand = node.namedChildren.at(-1);
    return operand ? [replace(node, 'operator', operand.text)] : [];
  }
  if (!operations.has(node.type)) return [];
  return node.children.flatMap((child) => {
    const isOperator = !child.isNamed || child.type === 'test_operator' || child.type === 'special';
    return isOperator ? (operators[child.text] ?? []).map((text) => replace(child, 'operator', text)) : [];
  });
}

function constantEdits(node: Node, { numbers, booleans }: Rules): Edit<MutantKind>[] {
  if (numbers.has(node.type)) {
    const [, digits = '', rest = ''] = /^(\d+(?:\.\d+)?)([a-zA-Z]?)$/.exec(node.text) ?? [];
    return digits === '' ? [] : [replace(node, 'constant', `${nextNumber(digits)}${rest}`)];
  }
  if (node.type === 'string') return stringEdits(node);
  return node.isNamed && node.childCount === 0 ? (booleans[node.text] ?? []).map((text) => replace(node, 'constant', text)) : [];
}

/** 9 becomes 10 and 2.5 becomes 3.5. */
function nextNumber(digits: string): string {
  const [whole = '0', decimals] = digits.split('.');
  return `${BigInt(whole) + 1n}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** A text becomes empty and gets another letter. Docstrings and texts with code inside stay. */
function stringEdits(node: Node): Edit<MutantKind>[] {
  const isAlone = parentOf(node)?.type === 'expression_statement';
  const [open, ...rest] = node.children;
  const close = rest.at(-1);
  if (isAlone || !open || !close || rest.slice(0, -1).some(({ type }) => type !== 'string_content')) return [];
  const [from, to] = [open.endIndex, close.startIndex];
  return [
    { kind: 'constant', from, to, text: '' },
    { kind: 'constant', from: to, to, text: 'x' },
  ];
}

function droppedEdits(node: Node, { blocks, statements, nothing }: Rules): Edit<MutantKind>[] {
  if (node.type === 'if_clause') return [{ kind: 'dropped', from: node.startIndex, to: node.endIndex, text: '' }];
  if (!blocks.has(node.type)) return [];
  return node.namedChildren
    .filter((child) => statements.has(child.type) && !isDocstring(child) && !definesFunction(child) && !isLibraryCall(child))
    .map((child) => replace(child, 'dropped', nothing));
}

/** The first two arguments change places; an argument with a name is left out. */
function argumentEdits(node: Node, { callArguments }: Rules): Edit<MutantKind>[] {
  if (!callArguments.has(node.type)) return [];
  const all = node.namedChildren.filter(({ type }) => type !== 'comma' && type !== 'comment');
  const isNamed = (argument: Node) => argument.type === 'keyword_argument' || argument.childForFieldName('name') !== null;
  const [first, second] = all.filter((argument) => !isNamed(argument) && !argument.type.includes('splat'));
  const swapped: Edit<MutantKind>[] =
    first && second
      ? [
          {
            kind: 'arguments',
            from: first.startIndex,
            to: second.endIndex,
            text: second.text + between(node, first, second) + first.text,
          },
        ]
      : [];
  const dropped = all.flatMap((argument, index): Edit<MutantKind>[] => {
    if (!isNamed(argument)) return [];
    const [before, after] = [all[index - 1], all[index + 1]];
    if (before) return [{ kind: 'arguments', from: before.endIndex, to: argument.endIndex, text: '' }];
    return [{ kind: 'arguments', from: argument.startIndex, to: after ? after.startIndex : argument.endIndex, text: '' }];
  });
  return [...swapped, ...dropped];
}

const between = (whole: Node, one: Node, other: Node): string =>
  whole.text.slice(one.endIndex - whole.startIndex, other.startIndex - whole.startIndex);

/** Shell: a step of a pipeline, an option or the last argument of a command is left out. */
function commandEdits(node: Node): Edit<MutantKind>[] {
  if (node.type === 'pipeline') {
    const stages = node.namedChildren;
    return stages.slice(1).map((stage, index) => ({
      kind: 'dropped',
      from: stages[index]?.endIndex ?? stage.startIndex,
      to: stage.endIndex,
      text: '',
    }));
  }
  if (node.type !== 'command') return [];
  const words = node.namedChildren.slice(1);
  return words.flatMap((word, index): Edit<MutantKind>[] => {
    const isOption = word.type === 'word' && word.text.startsWith('-');
    if (!isOption && index !== words.length - 1) return [];
    return [{ kind: 'arguments', from: node.namedChildren[index]?.endIndex ?? word.startIndex, to: word.endIndex, text: '' }];
  });
}

/** How many definitions back another name is looked for. */
const NEAR = 50;

/** A function that is easily confused with another, and a variable in place of the one that was defined before it. */
function nameEdits(nodes: readonly Node[], { confused, isUse, isDefinition }: Rules): Edit<MutantKind>[] {
  const defined: { readonly name: string; readonly from: number }[] = [];
  /** Where each name is defined first. */
  const first = new Map<string, number>();
  return nodes.flatMap((node) => {
    if (node.childCount > 0) return [];
    const functions = isFunctionName(node) && Object.hasOwn(confused, node.text) ? (confused[node.text] ?? []) : [];
    const { text: own, startIndex: at } = node;
    if (isDefinition(node)) {
      const from = definedFrom(node);
      defined.push({ name: own, from });
      first.set(own, Math.min(first.get(own) ?? from, from));
    }
    const isKnown = (first.get(own) ?? Infinity) <= at && isUse(node);
    const other = isKnown ? defined.slice(-NEAR).findLast(({ name, from }) => from <= at && name !== own) : undefined;
    return [...functions, ...(other === undefined ? [] : [other.name])].map((text) => replace(node, 'name', text));
  });
}

/** Where the name can be used: not in the value that it gets. */
function definedFrom(name: Node): number {
  const isAssigned = parentOf(name)?.type === 'assignment' || isAssignment(parentOf(name));
  return (isAssigned ? parentOf(name)?.endIndex : undefined) ?? name.endIndex;
}

function isFunctionName(node: Node): boolean {
  return field(node, 'function') || field(node, 'attribute') || parentOf(node)?.type === 'command_name';
}

function isAssignment(node: Node | null): boolean {
  return node?.type === 'binary_operator' && ['<-', '=', '<<-'].includes(node.childForFieldName('operator')?.text ?? '');
}

function isDocstring(statement: Node): boolean {
  return statement.type === 'expression_statement' && statement.namedChildCount === 1 && statement.namedChildren[0]?.type === 'string';
}

/** Without the function everything fails, which tests nothing. */
function definesFunction(statement: Node): boolean {
  return isAssignment(statement) && statement.childForFieldName('rhs')?.type === 'function_definition';
}

function isLibraryCall(node: Node): boolean {
  return (
    node.type === 'call' &&
    ['library', 'require', 'suppressPackageStartupMessages'].includes(node.childForFieldName('function')?.text ?? '')
  );
}
