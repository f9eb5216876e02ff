import { useState } from 'react';
import { foldBlocks, type RenderedBlock } from './fold-blocks.ts';
import classes from './rendered-diff.module.css';
import { SafeBlock } from './safe-block.tsx';

const WORDS = { same: '', added: 'Added', removed: 'Removed' } as const;

/** A rendered diff; additions and deletions are marked by sign, word and colour. */
export function RenderedDiff({ blocks }: { blocks: readonly RenderedBlock[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className={classes.rendered}>
      {foldBlocks(blocks).map((run) =>
        'folded' in run && !opened.has(run.at) ? (
          <button key={run.at} type="button" className={classes.unfold} onClick={() => setOpened(new Set([...opened, run.at]))}>
            Show {run.folded.length} unchanged paragraphs
          </button>
        ) : (
          ('folded' in run ? run.folded : run.blocks).map((block, index) => <Block key={run.at + index} block={block} />)
        ),
      )}
    </div>
  );
}

function Block({ block: { kind, html } }: { block: RenderedBlock }) {
  return (
    <div className={classes.block} data-kind={kind} {...(kind === 'same' ? {} : { role: 'group', 'aria-label': WORDS[kind] })}>
      {kind === 'same' ? null : (
        <span className={classes.blockSign} aria-hidden>
          {kind === 'added' ? '+ Added' : '− Removed'}
        </span>
      )}
      <SafeBlock html={html} />
    </div>
  );
}
