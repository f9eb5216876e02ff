import type { Cell, CodeCell } from '../cells.ts';
import { type CodeNames, namesOf, type ReadTree } from '../code-names.ts';
import { isIncomplete } from '../incomplete-code.ts';

/** Most blocks of earlier documents that run before a document, and most that are remembered. */
const BLOCKS_MAX = 40;
const REMEMBERED = 5_000;
/** Longer blocks, and further names of a block, are not remembered. */
const LONGEST = 20_000;
const NAMES_MAX = 200;

const EXCEPTION = /(?:Error|Exception|Warning|Interrupt|Iteration)$/;

/** Python's built-in names. When a document uses one, it means the built-in, even if an earlier document assigned a value to it. */
const BUILT_IN = new Set(
  (
    'abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec exit ' +
    'filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview ' +
    'min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type ' +
    'vars zip self cls NotImplemented Ellipsis __name__ __file__ __doc__'
  ).split(' '),
);

interface Remembered {
  readonly cell: CodeCell;
  readonly names: CodeNames;
}

/**
 * The code of earlier documents. Authors of a course often run all documents in one session, so a name that a document uses without
 * defining it has the value that the last earlier document gave it.
 */
export class EarlierDocuments {
  readonly #readTree: ReadTree;
  readonly #cells: Remembered[] = [];

  constructor(readTree: ReadTree) {
    this.#readTree = readTree;
  }

  /** The blocks on which the code of a document depends, in order, and the names that it needs from them. */
  before(cells: readonly Cell[]): { readonly cells: readonly CodeCell[]; readonly names: readonly string[] } {
    const own = this.#read(cells);
    const language = own[0]?.cell.language ?? null;
    const missing = missingNames(own.filter(({ cell }) => cell.language === language));
    const wanted = new Set(missing);
    const values = new Set<string>();
    const addValues = ({ names }: Remembered) => names.values.forEach((name) => values.add(name));
    own.forEach(addValues);
    const chosen: Remembered[] = [];
    for (const each of this.#cells.toReversed()) {
      const { cell, names } = each;
      if (wanted.size === 0 || chosen.length === BLOCKS_MAX) break;
      if (cell.language !== language) continue;
      // R has functions and values of the same name: a call means the function.
      const isMeant = (name: string) => language !== 'r' || names.functions.has(name) || values.has(name);
      const found = [...names.defined].filter((name) => wanted.has(name) && isMeant(name));
      if (found.length === 0) continue;
      chosen.push(each);
      addValues(each);
      for (const name of found) wanted.delete(name);
      for (const name of names.used) if (!BUILT_IN.has(name)) wanted.add(name);
    }
    const kept = withoutBroken(chosen.toReversed());
    const defined = new Set(kept.flatMap(({ names }) => [...names.defined]));
    return { cells: kept.map(({ cell }) => cell), names: [...missing].filter((name) => defined.has(name)) };
  }

  /** Remembers a document for those after it, without the solutions of its exercises. */
  add(cells: readonly Cell[]): void {
    for (const { cell, names } of this.#read(cells)) {
      if (cell.has_error || cell.source.length > LONGEST || names.defined.size === 0) continue;
      this.#cells.push({ cell, names: { ...names, defined: new Set([...names.defined].slice(0, NAMES_MAX)) } });
    }
    this.#cells.splice(0, this.#cells.length - REMEMBERED);
  }

  #read(cells: readonly Cell[]): Remembered[] {
    return runnable(cells).map((cell) => ({ cell, names: namesOf(this.#readTree, cell.language, cell.source) }));
  }
}

/** The code of a document outside of its exercises that is no part of other code. */
function runnable(cells: readonly Cell[]): CodeCell[] {
  const found: CodeCell[] = [];
  let asides = 0;
  for (const cell of cells) {
    if (cell.kind === 'aside-start') asides++;
    else if (cell.kind === 'aside-end') asides--;
    else if (cell.kind === 'code' && asides === 0 && cell.exercise === null && !isIncomplete(cell.language, cell.source)) found.push(cell);
  }
  return found;
}

/** Leaves out Python code that uses a name which nothing defines: it would fail, and so would all screens after it. */
function withoutBroken(cells: readonly Remembered[]): Remembered[] {
  const known = new Set<string>();
  return cells.filter(({ cell, names }) => {
    const isKnown = (name: string) => known.has(name) || BUILT_IN.has(name) || EXCEPTION.test(name);
    if (cell.language === 'python' && ![...names.used].every(isKnown)) return false;
    for (const name of names.defined) known.add(name);
    return true;
  });
}

/** The names that code uses before the code gives them a value. */
function missingNames(cells: readonly Remembered[]): Set<string> {
  const known = new Set<string>();
  const missing = new Set<string>();
  for (const { names } of cells) {
    // Its other names may come from there.
    if (names.isOpen) break;
    for (const name of names.used) if (!known.has(name) && !BUILT_IN.has(name)) missing.add(name);
    for (const name of names.assigned) known.add(name);
  }
  return missing;
}
