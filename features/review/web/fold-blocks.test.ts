import { expect, it } from 'vitest';
import { safeHtml } from '#testing/content/safe-html.ts';
import { foldBlocks, type RenderedBlock } from './fold-blocks.ts';

const SIGNS: Record<string, RenderedBlock['kind']> = { '=': 'same', '+': 'added', '-': 'removed', '~': 'changed' };

function blocks(signs: string): RenderedBlock[] {
  return signs.split('').map((sign, index) => ({ kind: SIGNS[sign] ?? 'same', html: safeHtml(String(index)), before: null, after: null }));
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

it('shows blocks with comments', () => {
  const runs = foldBlocks(blocks('======'), ({ html }) => html === '5');
  expect(runs.map((run) => ('folded' in run ? `fold ${run.at}+${run.folded.length}` : `show ${run.at}+${run.blocks.length}`))).toEqual([
    'fold 0+4',
    'show 4+2',
  ]);
});
