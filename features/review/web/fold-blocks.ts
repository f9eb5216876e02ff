import type { DiffBlock } from '../contract/pull-diffs.ts';

export type RenderedBlock = DiffBlock;

/** A visible block, or a number of hidden unchanged blocks. */
type BlockRun =
  | { readonly at: number; readonly blocks: readonly RenderedBlock[] }
  | { readonly at: number; readonly folded: readonly RenderedBlock[] };

/** Unchanged blocks shown on either side of a change. */
const CONTEXT = 1;
/** Minimum number of blocks worth folding. */
const FOLD_MIN = 2;

/** Hides unchanged blocks that are not next to a change and have no comments. */
export function foldBlocks(blocks: readonly RenderedBlock[], isCommented: (block: RenderedBlock) => boolean = () => false): BlockRun[] {
  const isNear = blocks.map((_, index) =>
    blocks.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((block) => block.kind !== 'same' || isCommented(block)),
  );
  const runs: { at: number; isShown: boolean; blocks: RenderedBlock[] }[] = [];
  blocks.forEach((block, index) => {
    const isShown = isNear[index] === true;
    const last = runs.at(-1);
    if (last?.isShown === isShown) last.blocks.push(block);
    else runs.push({ at: index, isShown, blocks: [block] });
  });
  return runs.map(({ at, isShown, blocks: own }) => (isShown || own.length < FOLD_MIN ? { at, blocks: own } : { at, folded: own }));
}
