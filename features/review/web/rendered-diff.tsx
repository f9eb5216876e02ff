import { IconMessagePlus } from '@tabler/icons-react';
import { use, useState } from 'react';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import type { FileDiff } from '../contract.ts';
import { PullCommentForm, type CommentSubject } from './comment-form.tsx';
import { foldBlocks, type RenderedBlock } from './fold-blocks.ts';
import { ReviewContext } from './review-context.ts';
import { Threads } from './thread-view.tsx';
import { threadsAt, type Thread } from './threads.ts';
import shared from './pull-requests.module.css';
import classes from './rendered-diff.module.css';

const LABELS = { same: '', added: 'Added', removed: 'Removed', changed: 'Changed' } as const;
const SIGNS = { added: '+ Added', removed: '− Removed', changed: '± Changed' } as const;

interface RenderedDiffProps {
  file: FileDiff;
  blocks: readonly RenderedBlock[];
  threads: readonly Thread[];
}

/** A rendered diff; additions and deletions are marked by sign, word and colour. */
export function RenderedDiff({ file, blocks, threads }: RenderedDiffProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const isCommented = ({ before, after }: RenderedBlock) =>
    threadsAt(threads, 'before', before).length + threadsAt(threads, 'after', after).length > 0;
  return (
    <div className={classes.rendered}>
      {foldBlocks(blocks, isCommented).map((run) =>
        'folded' in run && !opened.has(run.at) ? (
          <button key={run.at} type="button" className={classes.unfold} onClick={() => setOpened(new Set([...opened, run.at]))}>
            Show {run.folded.length} unchanged paragraphs
          </button>
        ) : (
          ('folded' in run ? run.folded : run.blocks).map((block, index) => (
            <Block key={run.at + index} file={file} block={block} threads={threads} />
          ))
        ),
      )}
    </div>
  );
}

function Block({ file, block, threads }: { file: FileDiff; block: RenderedBlock; threads: readonly Thread[] }) {
  const { canComment } = use(ReviewContext);
  const [subject, setSubject] = useState<CommentSubject | null>(null);
  const { kind, html } = block;
  const side = kind === 'removed' ? 'before' : 'after';
  const lines = block[side];
  return (
    <>
      <div
        className={classes.block}
        data-kind={kind}
        data-open={subject !== null || undefined}
        {...(kind === 'same' ? {} : { role: 'group', 'aria-label': LABELS[kind] })}
      >
        {kind === 'same' ? null : (
          <span className={classes.blockSign} aria-hidden>
            {SIGNS[kind]}
          </span>
        )}
        <RenderedHtml html={html} className={shared.prose} keepsPage />
        {canComment && lines !== null && subject === null ? (
          <button
            type="button"
            className={classes.comment}
            title="Comment on this paragraph, or on the words selected in it"
            aria-label="Comment on this paragraph"
            // Keeps the selection.
            onPointerDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => setSubject({ side, lines, quote: selectedIn(currentTarget.parentElement) })}
          >
            <IconMessagePlus size={16} aria-hidden />
          </button>
        ) : null}
      </div>
      {/* A paragraph that both sides have also shows comments on what it was. */}
      {kind === 'same' || block.before === null ? null : <Threads threads={threadsAt(threads, 'before', block.before)} />}
      <Threads threads={threadsAt(threads, 'after', block.after)} />
      {subject === null ? null : <PullCommentForm file={file} subject={subject} onClose={() => setSubject(null)} />}
    </>
  );
}

/** Longest passage that is quoted, in characters. */
const QUOTE_MAX = 500;

/** The words selected in a paragraph; empty: none, or more than that paragraph. */
function selectedIn(block: HTMLElement | null): string {
  const selection = document.getSelection();
  if (!block || !selection || selection.isCollapsed) return '';
  if (!block.contains(selection.anchorNode) || !block.contains(selection.focusNode)) return '';
  return selection.toString().trim().slice(0, QUOTE_MAX);
}
