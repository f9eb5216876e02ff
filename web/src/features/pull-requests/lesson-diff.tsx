import { SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { errorText } from '#web/platform/error-text.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { pullDiffQuery } from './api.ts';
import { FileDiffView } from './file-diff.tsx';
import { MESSAGES } from './messages.ts';
import classes from './diff.module.css';
import { useFileKeys } from './use-file-keys.ts';

interface LessonDiffProps {
  releaseId: number;
  /** Null: files outside of the lessons. */
  folder: string | null;
  title: ReactNode;
  isAsLines: boolean;
  onAsLines: (isAsLines: boolean) => void;
}

/** The changes to one lesson, file by file. */
export function LessonDiff({ releaseId, folder, title, isAsLines, onAsLines }: LessonDiffProps) {
  const diff = useQuery(pullDiffQuery(releaseId, folder));
  const container = useRef<HTMLDivElement>(null);
  useFileKeys(container);
  const below = folder === null ? '' : `lessons/${folder}/`;
  // Recorded files come last.
  const files = (diff.data?.files ?? []).toSorted(
    (a, b) => Number(a.path.includes('/.generated/')) - Number(b.path.includes('/.generated/')),
  );
  return (
    <div className={classes.diff} ref={container}>
      <div className={classes.diffTop}>
        <h2 className={classes.diffTitle}>{title}</h2>
        <SegmentedControl
          size="xs"
          aria-label="View"
          value={isAsLines ? 'lines' : 'rendered'}
          onChange={(value) => onAsLines(value === 'lines')}
          data={[
            { value: 'rendered', label: 'Preview' },
            { value: 'lines', label: 'Source' },
          ]}
        />
        <Text size="xs" c="dimmed" className={classes.keys ?? ''}>
          <kbd>j</kbd> <kbd>k</kbd> next and previous file
        </Text>
      </div>
      {diff.isError ? <ErrorBanner text={errorText(diff.error, MESSAGES.diffFailed)} /> : null}
      {diff.isPending ? <TableSkeleton rows={6} /> : null}
      {diff.data && files.length === 0 ? <EmptyState text={MESSAGES.noLessons} /> : null}
      {files.map((file) => (
        <FileDiffView key={file.path} file={file} below={below} isAsLines={isAsLines} />
      ))}
      {diff.data?.is_cut ? <Banner kind="info">{MESSAGES.cutList}</Banner> : null}
    </div>
  );
}
