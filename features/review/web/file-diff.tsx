import { Badge, Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { use, useId, useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { TextLanguageContext } from '#platform/web/ui/markdown-editor/text-language.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import { fileLabel } from './file-label.ts';
import { ImageDiff } from './image-diff.tsx';
import { LinesDiff } from './lines-diff.tsx';
import { MESSAGES } from './messages.ts';
import { NewCommentForm } from './new-comment-form.tsx';
import { QuestionsDiff } from './questions-diff.tsx';
import { RenderedDiff } from './rendered-diff.tsx';
import { ReviewContext } from './review-context.ts';
import { Threads } from './thread-view.tsx';
import { isElsewhere, type PullThread } from './threads.ts';
import { type PullCommentDraft, useNewPullComment } from './use-new-comment.ts';
import classes from './diff.module.css';
import shared from './pull-requests.module.css';

const CHANGES = {
  added: { label: 'Added', color: 'success' },
  changed: { label: 'Changed', color: 'changed' },
  deleted: { label: 'Deleted', color: 'error' },
  moved: { label: 'Moved', color: 'changed' },
} as const;

interface FileDiffViewProps {
  file: FileDiff;
  /** The folder below `lessons/`; null: outside of the lessons. */
  folder: string | null;
  /** Path of the common folder, left out of file names. */
  below: string;
  isAsLines: boolean;
}

/** One file of a diff with its comments. Generated files start collapsed, since they aren't written by hand. */
export function FileDiffView({ file, folder, below, isAsLines }: FileDiffViewProps) {
  const { canComment, threads } = use(ReviewContext);
  const [isOpen, setOpen] = useState(file.kind !== 'generated');
  const draft = useNewPullComment(file.path);
  const body = useId();
  const change = CHANGES[file.change];
  const label = folder === null ? null : fileLabel(file.path.slice(below.length));
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const short = (path: string) => (path.startsWith(below) ? path.slice(below.length) : path);
  const own = threads.filter(({ anchor }) => anchor.path === file.path);
  const open = own.filter(({ first }) => first.comment.resolved_by === null).length;
  return (
    <section className={classes.file} aria-label={short(file.path)}>
      <div className={classes.fileTop}>
        <h2 className={classes.fileTitle}>
          <button type="button" data-file aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
            <Chevron size={16} aria-hidden />
            {label === null ? null : <span className={classes.label}>{label}</span>}
            <span className={classes.path}>{file.from === null ? short(file.path) : `${short(file.from)} → ${short(file.path)}`}</span>
            {open === 0 ? null : <Badge color="changed">{counted(open, 'open comment')}</Badge>}
            <Badge color={change.color} variant="light">
              {change.label}
            </Badge>
            <Counts file={file} />
          </button>
        </h2>
        {canComment && isOpen ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Comment on the file ${short(file.path)}`}
            onClick={() => draft.begin({ side: sideOf(file), lines: null, quote: '' })}
          >
            Comment
          </Button>
        ) : null}
      </div>
      <div id={body} hidden={!isOpen}>
        {isOpen ? <Body file={file} folder={folder} isAsLines={isAsLines} threads={own} draft={draft} /> : null}
      </div>
    </section>
  );
}

/** A deleted file is only on main. */
function sideOf({ change }: FileDiff) {
  return change === 'deleted' ? ('before' as const) : ('after' as const);
}

/** The lines of a cut file aren't known. */
function Counts({ file }: { file: FileDiff }) {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  if (lines.length === 0 || file.is_cut) return null;
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return (
    <span className={classes.counts}>
      <span data-kind="added">+{count('added')}</span> <span data-kind="removed">−{count('removed')}</span>
    </span>
  );
}

function Body({
  file,
  folder,
  isAsLines,
  threads,
  draft,
}: Pick<FileDiffViewProps, 'file' | 'folder' | 'isAsLines'> & { threads: readonly PullThread[]; draft: PullCommentDraft }) {
  const isImage = file.kind === 'image' && folder !== null && (!isAsLines || file.is_binary);
  const rendered = isAsLines ? null : file.rendered;
  const questions = isAsLines ? null : file.questions;
  const hasLines = !isImage && rendered === null && questions === null && file.hunks.length > 0;
  const note = isImage ? null : noteOf(file);
  const shown = rendered ?? (hasLines ? file.hunks.flatMap(({ lines }) => lines.map(rangesOf)) : []);
  const elsewhere = threads.filter(({ anchor }) => isElsewhere(anchor, shown));
  const { subject, isOfEarlierState } = draft;
  return (
    <>
      {subject !== null && (isOfEarlierState || isElsewhere(subject, shown)) ? (
        <div className={classes.fileComments}>
          <NewCommentForm file={file} draft={draft} />
        </div>
      ) : null}
      {note === null ? null : <p className={shared.note}>{note}</p>}
      {isImage ? <ImageDiff file={file} folder={folder} /> : null}
      {rendered ? <RenderedDiff file={file} blocks={rendered} threads={threads} draft={draft} /> : null}
      {questions ? (
        <TextLanguageContext value={file.text_language}>
          <QuestionsDiff questions={questions} />
        </TextLanguageContext>
      ) : null}
      {hasLines ? <LinesDiff file={file} threads={threads} draft={draft} /> : null}
      {elsewhere.length === 0 ? null : (
        <div className={classes.fileComments}>
          <Threads threads={elsewhere} />
        </div>
      )}
    </>
  );
}

function rangesOf({ before, after }: FileDiff['hunks'][number]['lines'][number]) {
  const range = (number: number | null) => (number === null ? null : { from: number, to: number });
  return { before: range(before), after: range(after) };
}

function noteOf({ is_binary, is_cut, hunks, change, size }: FileDiff): string | null {
  if (is_binary)
    return MESSAGES.binary(
      change,
      size.before === null ? null : fileSizeText(size.before),
      size.after === null ? null : fileSizeText(size.after),
    );
  if (is_cut) return MESSAGES.cutFile;
  if (hunks.length > 0) return null;
  if (change === 'moved') return MESSAGES.onlyMoved;
  return change === 'changed' ? MESSAGES.onlyMode : MESSAGES.emptyFile;
}
