import { Text, Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, useEffect } from 'react';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { LeaveGuard } from '#platform/web/ui/leave-guard.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useFilesDrop } from '#platform/web/ui/use-file-drop.ts';
import { useStore } from '#platform/web/use-store.ts';
import type { Lesson } from '../../contract/lessons.ts';
import { screenNamesQuery } from '../queries.ts';
import { useDataFiles, sendDataFile } from './api.ts';
import { FileEntry } from './file-entry.tsx';
import { MESSAGES } from './messages.ts';
import { UploadList } from './upload-list.tsx';
import { UploadQueue, type UploadItem } from './upload-queue.ts';
import drop from '#platform/web/ui/file-drop.module.css';
import layout from '#platform/web/ui/layout.module.css';
import classes from './data-files.module.css';

const loadDialog = () => import('./file-dialog.tsx');

interface FilesSectionProps {
  lesson: Pick<Lesson, 'id' | 'language'>;
  isReadOnly: boolean;
  /** Reports that a file was deleted, with its id in the trash; null where the server does not say. */
  onDeleted: (file: DataFile, deletedItem: number | null) => void;
}

/** The data files of a lesson, without those of Setup Files. */
export function FilesSection({ lesson, isReadOnly, onDeleted }: FilesSectionProps) {
  const files = useDataFiles(lesson.id);
  const screens = useQuery(screenNamesQuery(lesson.id));
  const { queue, items, arrived, add } = useUploads(lesson.id);
  const [shown, setShown] = useState<DataFile | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const listed = (files.data ?? []).filter(({ file_name }) => !isTerminal(lesson.language) || file_name !== CUSTOM_SETUP_FILE);
  const underWay = items.filter(({ state }) => state !== 'exists' && state !== 'failed').length;

  /** The next file of the list, or the way to upload one, has the focus that the deleted one had. */
  const leave = (file: DataFile, index: number, deletedItem: number | null) => {
    onDeleted(file, deletedItem);
    requestAnimationFrame(() => {
      const entries = root.current?.querySelectorAll<HTMLElement>('li button[aria-expanded]') ?? [];
      (entries[Math.min(index, entries.length - 1)] ?? root.current?.querySelector('button'))?.focus();
    });
  };

  return (
    <div className={layout.wideStack} ref={root}>
      <ErrorBanner text={files.isError && !files.data ? failureText(files.error, MESSAGES.listFailed) : null} />
      {files.data && listed.length === 0 && items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {isReadOnly ? MESSAGES.noFilesReadOnly : MESSAGES.noFiles}
        </Text>
      ) : null}
      {listed.length > 0 ? (
        <ul className={layout.plainList} aria-label="Files">
          {listed.map((file, index) => (
            <FileEntry
              key={file.id}
              lessonId={lesson.id}
              file={file}
              screens={screens.data ?? []}
              displayedFirst={listed.find((each) => each.display_first && each.id !== file.id)?.file_name ?? null}
              isReadOnly={isReadOnly}
              onOpen={() => setShown(file)}
              onDeleted={(deletedItem) => leave(file, index, deletedItem)}
            />
          ))}
        </ul>
      ) : null}
      <UploadList queue={queue} items={items} />
      {isReadOnly ? null : <UploadZone onFiles={add} />}
      <span role="status" className={classes.arrived}>
        {arrived.length > 0 ? MESSAGES.uploaded(arrived) : null}
      </span>
      {shown ? (
        <OnDemand load={loadDialog} props={{ lessonId: lesson.id, file: shown, exists: true, isReadOnly, onClose: () => setShown(null) }} />
      ) : null}
      <LeaveGuard
        isDirty={underWay > 0}
        what={underWay === 1 ? 'the file that is being uploaded' : 'the files that are being uploaded'}
        promise="If you leave, the upload stops. Files that are uploaded already are kept."
      />
    </div>
  );
}

/** Takes files in by a button or dropped, as many at once as one likes. */
function UploadZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFilesDrop(zone, false, onFiles);
  return (
    <div ref={zone} className={drop.compact} role="group" aria-label="Upload files" data-over={isOver || undefined}>
      <Button size="xs" variant="default" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => input.current?.click()}>
        Upload files
      </Button>
      <span className={classes.quiet}>{MESSAGES.dropHint}</span>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again after a change.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

interface Uploads {
  items: readonly UploadItem[];
  queue: UploadQueue;
  /** Names of the files that arrived since the last ones were chosen. */
  arrived: readonly string[];
  add: (files: readonly File[]) => void;
}

/** The uploads of a lesson's page. They end with the page. */
function useUploads(lessonId: number): Uploads {
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const [queue] = useState(
    () => new UploadQueue(sendDataFile(lessonId), (name) => setArrived((names) => [...names.filter((each) => each !== name), name])),
  );
  useEffect(() => () => queue.removeAll(), [queue]);
  const add = (files: readonly File[]) => {
    setArrived([]);
    queue.add(files);
  };
  return { queue, items: useStore(queue), arrived, add };
}
