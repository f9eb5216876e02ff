import { expect, it } from 'vitest';
import { foldBlocks, type RenderedBlock } from './fold-blocks.ts';

const SIGNS: Record<string, RenderedBlock['kind']> = { '=': 'same', '+': 'added', '-': 'removed' };

function blocks(signs: string): RenderedBlock[] {
  return signs.split('').map((sign, index) => ({ kind: SIGNS[sign] ?? 'same', html: String(index) }));
}

it.each([
  ['', []],
  ['+', ['show 0+1']],
  ['====+====', ['fold 0+3', 'show 3+3', 'fold 6+3']],
  ['=+=', ['show 0+3']],
  ['==+==', ['show 0+1', 'show 1+3', 'show 4+1']],
  ['-+==-', ['show 0+5']],
  ['===', ['fold 0+3']],
])('%s', (signs, expected) => {
  const runs = foldBlocks(blocks(signs));
  expect(runs.map((run) => ('folded' in run ? `fold ${run.at}+${run.folded.length}` : `show ${run.at}+${run.blocks.length}`))).toEqual(
    expected,
  );
});
