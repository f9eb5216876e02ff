import { Button, Tooltip } from '@mantine/core';
import {
  IconArrowRight,
  IconCopy,
  IconDownload,
  IconFileExport,
  IconGitPullRequest,
  IconPackage,
  IconPencil,
  IconPlayerPlay,
  IconPlayerRecord,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { BULK_LESSONS_MAX } from '#features/bulk-edits/contract.ts';
import { useExportSettings } from '#features/bulk-edits/web/use-export-settings.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { TESTED_LESSONS_MAX } from '#features/tests/contract/screen-tests.ts';
import { counted } from '#platform/contract/counted.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useDownload } from '#platform/web/use-download.ts';
import { useReportMoved } from './use-report-moved.ts';
import layout from '#platform/web/ui/layout.module.css';

const loadMove = () => import('./bring-lesson-dialog.tsx');
const loadDelete = () => import('./delete-lessons-dialog.tsx');
const loadEdit = () => import('#features/bulk-edits/web/edit-settings-dialog.tsx');
const loadBuild = () => import('#features/bulk-edits/web/build-lessons-dialog.tsx');
const loadTest = () => import('#features/tests/web/test-lessons-dialog.tsx');
const loadOutputs = () => import('#features/bulk-edits/web/record-outputs-dialog.tsx');
const loadExport = () => import('#features/exports/web/export-dialog.tsx');
const loadSend = () => import('#features/review/web/send-dialog.tsx');

interface BulkBarProps {
  lessons: readonly LessonRow[];
  /** External authors neither move nor delete, and change settings lesson by lesson. */
  isStaff: boolean;
  onClear: () => void;
}

/** What can be done with the selected lessons of the list. */
export default function BulkBar({ lessons, isStaff, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState<'move' | 'copy' | 'delete' | 'test' | 'send' | 'edit' | 'build' | 'outputs' | 'export' | null>(null);
  const reportMoved = useReportMoved();
  const { start, running, failed } = useDownload();
  const settings = useExportSettings();
  const close = () => setAsking(null);
  const ids = lessons.map(({ id }) => id);
  const zip = { url: `/api/lessons/export?ids=${ids.join(',')}`, fileName: 'lessons.zip' };
  const published = lessons.some((lesson) => lesson.release_status === 'Published');
  const releases = new Set(lessons.map(({ release_id }) => release_id));
  const [release] = releases;
  const noReview = published ? MESSAGES.reviewPublished : releases.size > 1 ? MESSAGES.reviewOneRelease : null;
  return (
    <>
      <div className={layout.selectionBar} role="toolbar" aria-label="Selected lessons">
        <span role="status">{lessons.length} selected</span>
        {isStaff ? (
          <>
            <BulkButton icon={IconArrowRight} whyNot={published ? MESSAGES.publishedStay : null} onClick={() => setAsking('move')}>
              Move to release…
            </BulkButton>
            <BulkButton icon={IconCopy} onClick={() => setAsking('copy')}>
              Copy to release…
            </BulkButton>
            <BulkButton icon={IconGitPullRequest} whyNot={noReview} onClick={() => setAsking('send')}>
              Send for review
            </BulkButton>
            <BulkButton icon={IconPencil} onClick={() => setAsking('edit')}>
              Edit settings…
            </BulkButton>
          </>
        ) : null}
        <BulkButton
          icon={IconPlayerPlay}
          whyNot={lessons.length > TESTED_LESSONS_MAX ? MESSAGES.tooManyToTest(TESTED_LESSONS_MAX) : null}
          onClick={() => setAsking('test')}
        >
          Test
        </BulkButton>
        <BulkButton icon={IconPackage} onClick={() => setAsking('build')}>
          Build packages…
        </BulkButton>
        {isStaff ? (
          <BulkButton icon={IconPlayerRecord} onClick={() => setAsking('outputs')}>
            Record outputs…
          </BulkButton>
        ) : null}
        <BulkButton icon={IconDownload} isBusy={running !== null} onClick={() => start(zip)}>
          Export
        </BulkButton>
        <BulkButton icon={IconFileExport} onClick={() => setAsking('export')}>
          More formats…
        </BulkButton>
        {isStaff ? (
          <BulkButton
            icon={IconTable}
            isBusy={settings.isPending}
            whyNot={lessons.length > BULK_LESSONS_MAX ? MESSAGES.tooManyForCsv(BULK_LESSONS_MAX) : null}
            onClick={() => settings.mutate(ids)}
          >
            Export CSV
          </BulkButton>
        ) : null}
        {isStaff ? (
          <BulkButton icon={IconTrash} whyNot={published ? MESSAGES.publishedStay : null} onClick={() => setAsking('delete')}>
            Delete…
          </BulkButton>
        ) : null}
        <Button size="xs" variant="subtle" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      {failed ? <ErrorBanner text={failureText(failed.error, MESSAGES.exportSelectedFailed)} /> : null}
      {settings.isError ? <ErrorBanner text={failureText(settings.error, MESSAGES.exportSelectedFailed)} /> : null}
      {asking === 'move' ? (
        <OnDemand
          load={loadMove}
          props={{
            lessons,
            isMove: true,
            onDone: (target, moved) => {
              close();
              // They stay selected: the next step is often their review.
              reportMoved(moved, target);
            },
            onClose: close,
          }}
        />
      ) : null}
      {asking === 'copy' ? (
        <OnDemand
          load={loadMove}
          props={{
            lessons,
            isMove: false,
            onDone: (target, copied) => {
              close();
              showResult(MESSAGES.copiedMany(copied.length, target.name));
            },
            onClose: close,
          }}
        />
      ) : null}
      {asking === 'edit' ? <OnDemand load={loadEdit} props={{ lessons, onDone: close, onClose: close }} /> : null}
      {asking === 'build' ? <OnDemand load={loadBuild} props={{ lessons, onClose: close }} /> : null}
      {asking === 'outputs' ? <OnDemand load={loadOutputs} props={{ lessons, onClose: close }} /> : null}
      {asking === 'export' ? (
        <OnDemand
          load={loadExport}
          props={{ name: counted(lessons.length, 'lesson'), target: { kind: 'lessons', ids }, zip, onClose: close }}
        />
      ) : null}
      {asking === 'test' ? <OnDemand load={loadTest} props={{ name: counted(lessons.length, 'lesson'), lessons, onClose: close }} /> : null}
      {asking === 'send' && release !== undefined ? (
        <OnDemand
          load={loadSend}
          props={{
            releaseId: release,
            releaseName: lessons[0]?.release_name ?? '',
            chosen: lessons,
            onClose: close,
          }}
        />
      ) : null}
      {asking === 'delete' ? (
        <OnDemand
          load={loadDelete}
          props={{
            lessons,
            onDone: () => {
              close();
              onClear();
            },
            onClose: close,
          }}
        />
      ) : null}
    </>
  );
}

interface BulkButtonProps {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** Why it does nothing now, as its hint; null: it does. */
  whyNot?: string | null;
  isBusy?: boolean;
  onClick: () => void;
  children: string;
}

/** Takes the focus even while it does nothing, so that its hint can be read. */
function BulkButton({ icon: Icon, whyNot = null, isBusy = false, onClick, children }: BulkButtonProps) {
  const button = (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon size={15} aria-hidden />}
      loading={isBusy}
      data-disabled={whyNot !== null || undefined}
      aria-disabled={whyNot !== null}
      onClick={() => whyNot === null && onClick()}
    >
      {children}
    </Button>
  );
  return whyNot === null ? (
    button
  ) : (
    <Tooltip label={whyNot} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}
