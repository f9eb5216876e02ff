import type { Node } from 'web-tree-sitter';
import type { Language } from '#platform/contract/languages.ts';

/** Languages whose names are followed from one block of code to the next. */
export const NAMED_LANGUAGES = ['python', 'r'] as const;
export type NamedLanguage = (typeof NAMED_LANGUAGES)[number];

/** Parses code and passes its syntax tree to `read`; the tree is gone when that returns. */
export type ReadTree = <T>(language: NamedLanguage, code: string, read: (root: Node) => T) => T;

/** What names are to a block of code. */
export interface CodeNames {
  /** Those that it gives a value for the code after it. */
  readonly defined: ReadonlySet<string>;
  /** Those that it gives a value anywhere: also in functions, and as their parameters. */
  readonly assigned: ReadonlySet<string>;
  /** Those that it uses before it gives them a value itself, and those of R that it may get from packages. */
  readonly used: ReadonlySet<string>;
  /** Those to which it gives functions. Only filled for R, where a function and a value can have the same name. */
  readonly functions: ReadonlySet<string>;
  /** Those that it uses other than as functions that it calls. Only filled for R. */
  readonly values: ReadonlySet<string>;
  /** It may give any name a value: `from math import *`. */
  readonly isOpen: boolean;
}

/** Longer code is read up to here. */
const LONGEST = 100_000;

/** The names in a block of code. Other languages have none. */
export function namesOf(readTree: ReadTree, language: Language | null, code: string): CodeNames {
  const names = new Names();
  if (language === 'python' || language === 'r')
    readTree(language, code.slice(0, LONGEST), (root) => names.read(root, language === 'r' ? readR : readPython));
  const { defined, assigned, used, functions, values, isOpen } = names;
  return { defined, assigned, used, functions, values, isOpen };
}

/** What is to be read next: a node, or what follows the nodes before it. */
type Step = Node | (() => void);

/** Reads a node itself, and returns what in it is to be read as well, in the order in which it runs. */
type ReadNode = (node: Node, names: Names) => readonly (Step | null)[];

class Names {
  readonly defined = new Set<string>();
  readonly assigned = new Set<string>();
  readonly functions = new Set<string>();
  readonly values = new Set<string>();
  isOpen = false;
  readonly #reads = new Set<string>();
  /** Those that run code read while it had given them no value. */
  readonly #early = new Set<string>();
  /** How many functions and classes are around what is read. */
  #depth = 0;
  /** The variables of comprehensions around what is read. */
  readonly #local: ReadonlySet<string>[] = [];

  get used(): Set<string> {
    return new Set([...this.#reads].filter((name) => !this.assigned.has(name) || (this.#early.has(name) && this.defined.has(name))));
  }

  /** Without recursion: `1+1+1+…` is as deep as it is long. */
  read(root: Node, readNode: ReadNode): void {
    const waiting: Step[] = [root];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next === 'function') next();
      else for (const step of readNode(next, this).toReversed()) if (step) waiting.push(step);
    }
  }

  use(name: string): void {
    if (this.#local.some((names) => names.has(name))) return;
    this.#reads.add(name);
    if (this.#depth === 0 && !this.defined.has(name)) this.#early.add(name);
  }

  assign(name: string): void {
    this.assigned.add(name);
    if (this.#depth === 0 && !this.#local.some((names) => names.has(name))) this.defined.add(name);
  }

  /** Steps in a function or a class, whose names are its own. */
  inside(...steps: readonly (Step | null)[]): (Step | null)[] {
    return [() => void this.#depth++, ...steps, () => void this.#depth--];
  }

  withLocal(names: ReadonlySet<string>, steps: readonly Step[]): Step[] {
    return [() => void this.#local.push(names), ...steps, () => void this.#local.pop()];
  }
}

function field(node: Node, name: string): Node | null {
  return node.childForFieldName(name);
}

function named(node: Node | null): Node[] {
  return node?.namedChildren.filter((child) => child !== null) ?? [];
}

const COMPREHENSIONS = new Set(['list_comprehension', 'set_comprehension', 'dictionary_comprehension', 'generator_expression']);
const TARGETS = new Set(['tuple_pattern', 'list_pattern', 'pattern_list', 'list_splat_pattern', 'tuple', 'list', 'as_pattern_target']);

/** The names in what is left of `=`, and what else is read there: `a, b.c[d] = …`. */
function targetsOf(target: Node | null): { names: string[]; others: Node[] } {
  if (!target) return { names: [], others: [] };
  const [names, others]: [string[], Node[]] = [[], []];
  const waiting = [target];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === 'identifier') names.push(next.text);
    else if (TARGETS.has(next.type)) waiting.push(...named(next));
    else others.push(next);
  }
  return { names, others };
}

function giveValue(target: Node | null, names: Names): Step[] {
  const { names: given, others } = targetsOf(target);
  return [...others, () => given.forEach((name) => names.assign(name))];
}

const readPython: ReadNode = (node, names) => {
  const of = (name: string) => field(node, name);
  if (COMPREHENSIONS.has(node.type)) {
    const clauses = named(node).filter(({ type }) => type === 'for_in_clause');
    return names.withLocal(new Set(clauses.flatMap((clause) => targetsOf(field(clause, 'left')).names)), [
      ...clauses,
      ...named(node).filter((child) => child.type !== 'for_in_clause'),
    ]);
  }
  switch (node.type) {
    case 'identifier':
      names.use(node.text);
      return [];
    case 'attribute':
      return [of('object')];
    case 'keyword_argument':
      return [of('value')];
    case 'assignment':
      return [of('right'), of('type'), ...giveValue(of('left'), names)];
    case 'augmented_assignment':
      return [of('left'), of('right'), ...giveValue(of('left'), names)];
    case 'named_expression':
      return [of('value'), ...giveValue(of('name'), names)];
    case 'for_statement':
      return [of('right'), ...giveValue(of('left'), names), of('body'), of('alternative')];
    case 'for_in_clause':
      return [of('right'), ...giveValue(of('left'), names)];
    case 'as_pattern':
      return [...named(node).filter(({ type }) => type !== 'as_pattern_target'), ...giveValue(of('alias'), names)];
    case 'function_definition':
      return [
        ...defaultsOf(of('parameters')),
        of('return_type'),
        ...giveValue(of('name'), names),
        ...names.inside(...parametersOf(of('parameters'), names), of('body')),
      ];
    case 'lambda':
      return [...defaultsOf(of('parameters')), ...names.inside(...parametersOf(of('parameters'), names), of('body'))];
    case 'class_definition':
      return [of('superclasses'), ...names.inside(of('body')), ...giveValue(of('name'), names)];
    case 'wildcard_import':
      names.isOpen = true;
      return [];
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      for (const child of node.childrenForFieldName('name')) if (child) names.assign(importedName(child));
      return named(node).filter(({ type }) => type === 'wildcard_import');
    case 'global_statement':
    case 'nonlocal_statement':
      return [];
    case 'case_pattern':
      return caseOf(node, names);
    default:
      return named(node);
  }
};

/** `import a.b` gives `a` a value, and `import a.b as c` only `c`. */
function importedName(imported: Node): string {
  return field(imported, 'alias')?.text ?? imported.text.split('.')[0]?.trim() ?? '';
}

/** A bare name in a pattern is given a value. */
function caseOf(node: Node, names: Names): Step[] {
  const [only, ...others] = named(node);
  if (only?.type !== 'dotted_name' || others.length > 0 || only.text.includes('.')) return named(node);
  names.assign(only.text);
  return [];
}

/** What is read when a function is made: default values and types. */
function defaultsOf(parameters: Node | null): (Node | null)[] {
  return named(parameters).flatMap((parameter) => [field(parameter, 'value'), field(parameter, 'type')]);
}

function parametersOf(parameters: Node | null, names: Names): Step[] {
  return named(parameters).map((parameter) => () => {
    const bare = field(parameter, 'name') ?? (parameter.type === 'identifier' ? parameter : (named(parameter)[0] ?? null));
    const name = bare?.type === 'identifier' ? bare : (named(bare)[0] ?? null);
    if (name?.type === 'identifier') names.assign(name.text);
  });
}

const TO_LEFT = new Set(['<-', '<<-', '=', ':=']);
const TO_RIGHT = new Set(['->', '->>']);

const readR: ReadNode = (node, names) => {
  const of = (name: string) => field(node, name);
  switch (node.type) {
    case 'identifier':
      names.use(nameInR(node));
      names.values.add(nameInR(node));
      return [];
    case 'extract_operator':
      return [of('lhs')];
    case 'namespace_operator':
      return [];
    case 'argument':
      return [of('value')];
    case 'call': {
      const called = of('function');
      if (called?.type !== 'identifier') return named(node);
      names.use(nameInR(called));
      return [of('arguments')];
    }
    case 'binary_operator': {
      const operator = of('operator')?.type ?? '';
      if (TO_LEFT.has(operator)) return assignmentInR(of('lhs'), of('rhs'), names);
      return TO_RIGHT.has(operator) ? assignmentInR(of('rhs'), of('lhs'), names) : named(node);
    }
    case 'function_definition':
      return names.inside(...named(of('parameters')).flatMap((parameter) => parameterInR(parameter, names)), of('body'));
    case 'for_statement':
      return [of('sequence'), ...targetInR(of('variable'), names), of('body')];
    default:
      return named(node);
  }
};

function nameInR(node: Node): string {
  return node.text.replace(/^[`"']|[`"']$/g, '');
}

function assignmentInR(target: Node | null, value: Node | null, names: Names): (Step | null)[] {
  if (target && value?.type === 'function_definition') names.functions.add(nameInR(target));
  return [value, ...targetInR(target, names)];
}

/** `x$a <- 1` and `names(x) <- 1` change what `x` is. */
function targetInR(target: Node | null, names: Names): Step[] {
  if (!target) return [];
  if (target.type !== 'identifier' && target.type !== 'string') return [target];
  return [() => names.assign(nameInR(target))];
}

function parameterInR(parameter: Node, names: Names): (Step | null)[] {
  return [...targetInR(field(parameter, 'name'), names), field(parameter, 'default')];
}
