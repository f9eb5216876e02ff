import { type Cell, type CodeCell, codesOf } from './cells.ts';
import { namesOf, type ReadTree } from './code-names.ts';

/**
 * Cells without the code of boxes that no later code needs. Readers see that code in its box, so it only runs where it gives a value to a name
 * that code after it uses.
 *
 * @param boxed the cells of code that boxes show
 */
export function withNeededBoxCode(cells: readonly Cell[], boxed: ReadonlySet<Cell>, readTree: ReadTree): Cell[] {
  if (boxed.size === 0) return [...cells];
  const wanted = new Set<string>();
  const kept: Cell[] = [];
  for (const cell of cells.toReversed()) {
    if (cell.kind !== 'code') {
      kept.push(cell);
      continue;
    }
    const { defined, used } = namesOf(readTree, cell.language, codesOf(cell).join('\n'));
    if (boxed.has(cell) && ![...defined].some((name) => wanted.has(name))) continue;
    kept.push(cell);
    for (const name of used) wanted.add(name);
  }
  return kept.toReversed();
}

/** The code of a box, which runs unseen before later code. */
export function hiddenCell(cell: CodeCell): CodeCell {
  return { ...cell, is_hidden: true, output: null };
}
