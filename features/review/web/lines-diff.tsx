import { useMediaQuery } from '@mantine/hooks';
import { IconMessagePlus } from '@tabler/icons-react';
import { Fragment, use, type ReactNode } from 'react';
import { ChangedWords } from '#platform/web/ui/changed-words.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { DiffLine, DiffSide, FileDiff } from '../contract/pull-diffs.ts';
import { NewCommentForm } from './new-comment-form.tsx';
import { pairLines, separateLines, type LinePair } from './pair-lines.ts';
import { ReviewContext } from './review-context.ts';
import { Threads } from './thread-view.tsx';
import { isAt, threadsAt, type PullThread } from './threads.ts';
import type { CommentSubject, PullCommentDraft } from './use-new-comment.ts';
import classes from './lines-diff.module.css';
import shared from './pull-requests.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;
/** Wide enough for two columns of code beside the rail. */
const WIDE = '(min-width: 1200px)';

interface LinesDiffProps {
  file: FileDiff;
  threads: readonly PullThread[];
  /** The comment on this file that is being written. */
  draft: PullCommentDraft;
}

/** A diff by line, with line numbers of both sides; unchanged lines are folded. On wide windows code is side by side. */
export function LinesDiff({ file, threads, draft }: LinesDiffProps) {
  const isWide = useMediaQuery(WIDE);
  const hasBothSides = ['added', 'removed'].every((kind) => file.hunks.some(({ lines }) => lines.some((line) => line.kind === kind)));
  const isSplit = (isWide ?? false) && hasBothSides && file.kind !== 'text';
  const props = { file, threads, draft, isSplit };
  return (
    <div className={classes.lines} role="region" aria-label={`Lines of ${file.path}`} {...KEYBOARD_SCROLL}>
      <table data-split={isSplit || undefined}>
        <caption className={shared.hidden}>Lines before and after, with additions and deletions</caption>
        {isSplit ? (
          <colgroup>
            {(['before', 'after'] as const).map((side) => (
              <Fragment key={side}>
                <col className={classes.numberColumn} />
                <col className={classes.signColumn} />
                <col />
              </Fragment>
            ))}
          </colgroup>
        ) : null}
        <tbody>
          {file.hunks.map((hunk, index) => (
            <Hunk
              key={hunk.header}
              {...props}
              header={hunk.header}
              lines={hunk.lines}
              folded={foldedBefore(file.hunks[index - 1]?.lines, hunk.lines)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HunkProps extends LinesDiffProps {
  header: string;
  lines: readonly DiffLine[];
  folded: number;
  isSplit: boolean;
}

function Hunk({ header, lines, folded, ...props }: HunkProps) {
  const context = header.replace(/^@@.*?@@ ?/, '');
  return (
    <>
      {folded > 0 || context !== '' ? (
        <tr className={classes.fold}>
          <td colSpan={6}>
            {folded > 0 ? `${folded} unchanged ${folded === 1 ? 'line' : 'lines'}` : ''}
            {context === '' ? '' : `${folded > 0 ? ' · ' : ''}${context}`}
          </td>
        </tr>
      ) : null}
      {(props.isSplit ? pairLines(lines) : separateLines(lines)).map((pair) => (
        <Row key={`${pair.before?.before ?? '-'} ${pair.after?.after ?? '-'}`} pair={pair} {...props} />
      ))}
    </>
  );
}

function Row({ pair, file, threads, draft, isSplit }: Omit<HunkProps, 'header' | 'lines' | 'folded'> & { pair: LinePair }) {
  const { before, after, words } = pair;
  const isSame = before !== null && before === after;
  const numbers = { before: before?.before ?? null, after: after?.after ?? null };
  const own = [
    ...(isSame ? [] : threadsAt(threads, 'before', rangeOf(numbers.before))),
    ...threadsAt(threads, 'after', rangeOf(numbers.after)),
  ];
  const { subject, isOfEarlierState } = draft;
  const isCommented = subject !== null && !isOfEarlierState && isAt(subject, subject.side, rangeOf(numbers[subject.side]));
  const comment = (side: DiffSide) => (
    <CommentButton side={side} number={numbers[side]} isChanged={!isSame} subject={subject} onSubject={draft.begin} />
  );
  const side: DiffSide = after === null ? 'before' : 'after';
  const line = after ?? before;
  return (
    <>
      {isSplit ? (
        <tr>
          <Cells line={before} number={numbers.before} words={words} side="before" comment={isSame ? null : comment('before')} />
          <Cells line={after} number={numbers.after} words={words} side="after" comment={comment('after')} />
        </tr>
      ) : (
        <tr data-kind={line?.kind}>
          <td className={classes.number}>{numbers.before}</td>
          <td className={classes.number}>{numbers.after}</td>
          <td className={classes.sign}>{comment(side)}</td>
          {line ? <Text line={line} words={words} side={side} span={3} /> : null}
        </tr>
      )}
      {own.length > 0 || isCommented ? (
        <tr className={classes.threads}>
          <td colSpan={6}>
            <Threads threads={own} />
            {isCommented ? <NewCommentForm file={file} draft={draft} /> : null}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function rangeOf(number: number | null): { from: number; to: number } | null {
  return number === null ? null : { from: number, to: number };
}

interface CellsProps {
  line: DiffLine | null;
  number: number | null;
  words: LinePair['words'];
  side: DiffSide;
  comment: ReactNode;
}

/** One side of a row. */
function Cells({ line, number, words, side, comment }: CellsProps) {
  if (line === null) return <td className={classes.none} colSpan={3} aria-label="No line" />;
  return (
    <>
      <td className={classes.number} data-kind={line.kind}>
        {number}
      </td>
      <td className={classes.sign} data-kind={line.kind}>
        {comment}
      </td>
      <Text line={line} words={words} side={side} />
    </>
  );
}

function Text({ line, words, side, span = 1 }: { line: DiffLine; words: LinePair['words']; side: DiffSide; span?: number }) {
  return (
    <td className={classes.text} data-kind={line.kind} colSpan={span}>
      <span className={shared.hidden}>{WORDS[line.kind]}</span>
      <span className={classes.mark} aria-hidden>
        {SIGNS[line.kind]}
      </span>
      {words === null ? line.text : <ChangedWords runs={words} side={side} />}
    </td>
  );
}

interface CommentButtonProps {
  side: DiffSide;
  number: number | null;
  isChanged: boolean;
  subject: CommentSubject | null;
  onSubject: (subject: CommentSubject) => void;
}

/** Opens a comment on a line; with Shift from the line that is open to this one. Only changed lines are stops of the Tab key. */
function CommentButton({ side, number, isChanged, subject, onSubject }: CommentButtonProps) {
  const { canComment } = use(ReviewContext);
  if (!canComment || number === null) return null;
  return (
    <button
      type="button"
      className={classes.comment}
      tabIndex={isChanged ? 0 : -1}
      title="Comment on this line. Shift-click another line to comment on all lines between."
      aria-label={`Comment on ${side === 'before' ? 'removed ' : ''}line ${number}`}
      onClick={(event) => {
        const start = event.shiftKey && subject?.side === side ? subject.lines?.from : undefined;
        const [from, to] = start === undefined ? [number, number] : [Math.min(start, number), Math.max(start, number)];
        onSubject({ side, lines: { from, to }, quote: '' });
      }}
    >
      <IconMessagePlus size={14} aria-hidden />
    </button>
  );
}

/** Number of old lines between two hunks. */
function foldedBefore(previous: readonly DiffLine[] | undefined, lines: readonly DiffLine[]): number {
  const end = previous?.findLast((line) => line.before !== null)?.before ?? 0;
  const start = lines.find((line) => line.before !== null)?.before;
  return start === undefined || start === null ? 0 : start - end - 1;
}
