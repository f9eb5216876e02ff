import { Badge } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FileDiff } from '#contract/pull-requests.ts';
import { LinesDiff } from './lines-diff.tsx';
import { MESSAGES } from './messages.ts';
import classes from './diff.module.css';
import shared from './pull-requests.module.css';
import { RenderedDiff } from './rendered-diff.tsx';

const CHANGES = {
  added: { label: 'Added', color: 'green' },
  changed: { label: 'Changed', color: 'blue' },
  deleted: { label: 'Deleted', color: 'red' },
  moved: { label: 'Moved', color: 'grape' },
} as const;

interface FileDiffViewProps {
  file: FileDiff;
  /** Path of the common folder, left out of file names. */
  below: string;
  isAsLines: boolean;
}

/** One file of a diff. Recorded outputs start collapsed, since nobody writes them by hand. */
export function FileDiffView({ file, below, isAsLines }: FileDiffViewProps) {
  const [isOpen, setOpen] = useState(!file.path.includes('/.generated/'));
  const body = useId();
  const { label, color } = CHANGES[file.change];
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const short = (path: string) => (path.startsWith(below) ? path.slice(below.length) : path);
  return (
    <section className={classes.file} aria-label={short(file.path)}>
      <h3 className={classes.fileTitle}>
        <button type="button" data-file aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
          <Chevron size={16} aria-hidden />
          <span className={classes.path}>{file.from === null ? short(file.path) : `${short(file.from)} → ${short(file.path)}`}</span>
          <Badge color={color} variant="light">
            {label}
          </Badge>
          <Counts file={file} />
        </button>
      </h3>
      <div id={body} hidden={!isOpen}>
        {isOpen ? <Body file={file} isAsLines={isAsLines} /> : null}
      </div>
    </section>
  );
}

function Counts({ file }: { file: FileDiff }) {
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  if (lines.length === 0) return null;
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return (
    <span className={classes.counts}>
      <span data-kind="added">+{count('added')}</span> <span data-kind="removed">−{count('removed')}</span>
    </span>
  );
}

function Body({ file, isAsLines }: { file: FileDiff; isAsLines: boolean }) {
  const note = noteOf(file);
  return (
    <>
      {!isAsLines && file.rendered ? <RenderedDiff blocks={file.rendered} /> : file.hunks.length > 0 ? <LinesDiff file={file} /> : null}
      {note === null ? null : <p className={shared.note}>{note}</p>}
    </>
  );
}

function noteOf({ is_binary, is_cut, hunks, change }: FileDiff): string | null {
  if (is_binary) return MESSAGES.binary;
  if (is_cut) return MESSAGES.cutFile;
  if (hunks.length > 0) return null;
  if (change === 'moved') return MESSAGES.onlyMoved;
  return change === 'changed' ? MESSAGES.onlyMode : MESSAGES.emptyFile;
}
