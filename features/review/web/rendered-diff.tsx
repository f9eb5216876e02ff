import { IconMessagePlus } from '@tabler/icons-react';
import { use, useState } from 'react';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { TextLanguageContext } from '#platform/web/ui/markdown-editor/text-language.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import { foldBlocks, type RenderedBlock } from './fold-blocks.ts';
import { NewCommentForm } from './new-comment-form.tsx';
import { ReviewContext } from './review-context.ts';
import { Threads } from './thread-view.tsx';
import { isAt, threadsAt, type PullThread } from './threads.ts';
import type { PullCommentDraft } from './use-new-comment.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './diff.module.css';
import shared from './pull-requests.module.css';

const LABELS = { same: '', added: 'Added', removed: 'Removed', changed: 'Changed' } as const;
const SIGNS = { added: '+ Added', removed: '− Removed', changed: '± Changed' } as const;

interface RenderedDiffProps {
  file: FileDiff;
  blocks: readonly RenderedBlock[];
  threads: readonly PullThread[];
  /** The comment on this file that is being written. */
  draft: PullCommentDraft;
}

/** A rendered diff; additions and deletions are marked by sign, word and colour. */
export function RenderedDiff({ file, blocks, threads, draft }: RenderedDiffProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const isCommented = (block: RenderedBlock) =>
    isWritten(block, draft) || threadsAt(threads, 'before', block.before).length + threadsAt(threads, 'after', block.after).length > 0;
  return (
    <div className={classes.rendered}>
      {foldBlocks(blocks, isCommented).map((run) =>
        'folded' in run && !opened.has(run.at) ? (
          <button
            key={run.at}
            type="button"
            className={`${layout.unfold} ${classes.unfold}`}
            onClick={() => setOpened(new Set([...opened, run.at]))}
          >
            Show {run.folded.length} unchanged paragraphs
          </button>
        ) : (
          ('folded' in run ? run.folded : run.blocks).map((block, index) => (
            <Block key={run.at + index} file={file} block={block} threads={threads} draft={draft} />
          ))
        ),
      )}
    </div>
  );
}

/** Whether the new comment of the file is about this block. */
function isWritten(block: RenderedBlock, { subject, isOfEarlierState }: PullCommentDraft): boolean {
  return subject !== null && !isOfEarlierState && isAt(subject, subject.side, block[subject.side]);
}

function Block({ file, block, threads, draft }: Omit<RenderedDiffProps, 'blocks'> & { block: RenderedBlock }) {
  const { canComment } = use(ReviewContext);
  const isOpen = isWritten(block, draft);
  const { kind, html } = block;
  const side = kind === 'removed' ? 'before' : 'after';
  const lines = block[side];
  return (
    <>
      <div
        className={classes.block}
        data-kind={kind}
        data-open={isOpen || undefined}
        {...(kind === 'same' ? {} : { role: 'group', 'aria-label': LABELS[kind] })}
      >
        {kind === 'same' ? null : (
          <span className={classes.blockSign} aria-hidden>
            {SIGNS[kind]}
          </span>
        )}
        <TextLanguageContext value={file.text_language}>
          <RenderedHtml html={html} className={shared.prose} keepsPage />
        </TextLanguageContext>
        {canComment && lines !== null && !isOpen ? (
          <button
            type="button"
            className={classes.comment}
            title="Comment on this paragraph, or on the words selected in it"
            aria-label="Comment on this paragraph"
            // Keeps the selection.
            onPointerDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => draft.begin({ side, lines, quote: selectedIn(currentTarget.parentElement) })}
          >
            <IconMessagePlus size={16} aria-hidden />
          </button>
        ) : null}
      </div>
      {/* A paragraph that both sides have also shows comments on what it was. */}
      {kind === 'same' || block.before === null ? null : <Threads threads={threadsAt(threads, 'before', block.before)} />}
      <Threads threads={threadsAt(threads, 'after', block.after)} />
      {isOpen ? <NewCommentForm file={file} draft={draft} /> : null}
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
