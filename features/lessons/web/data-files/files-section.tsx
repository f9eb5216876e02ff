import { Autocomplete, Button, Text } from '@mantine/core';
import { IconFolder, IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, useEffect } from 'react';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { folderOfData } from '#features/lesson-files/rules/data-path.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { compareNames } from '#platform/content/file-names.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { chosenFiles, droppedFiles, type FileInFolder, type FilesOfFolders } from '#platform/web/ui/dropped-files.ts';
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
import drop from '#platform/web/ui/fields.module.css';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../lesson-parts.module.css';

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
  const folders = filesByFolder(listed);
  const shownFiles = [...folders.values()].flat();
  const underWay = items.filter(({ state }) => state !== 'exists' && state !== 'failed').length;

  /** The next file of the list, or the way to upload one, has the focus that the deleted one had. */
  const leave = (file: DataFile, index: number, deletedItem: number | null) => {
    onDeleted(file, deletedItem);
    requestAnimationFrame(() => {
      const entries = root.current?.querySelectorAll<HTMLElement>('li button[aria-expanded]') ?? [];
      (entries[Math.min(index, entries.length - 1)] ?? root.current?.querySelector('button'))?.focus();
    });
  };

  /** A renamed file is another entry, in which the focus stays. */
  const focusFile = (name: string) => {
    requestAnimationFrame(() => {
      const entries = [...(root.current?.querySelectorAll<HTMLElement>('li button[aria-expanded]') ?? [])];
      entries.find((entry) => entry.ariaLabel === `Settings of ${name}`)?.focus();
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
      {[...folders].map(([folder, inside]) => (
        <div key={folder}>
          {folder === '' ? null : (
            <Text size="sm" c="dimmed" className={classes.folder}>
              <IconFolder size={15} aria-hidden /> {folder}
            </Text>
          )}
          <ul className={layout.plainList} aria-label={folder === '' ? 'Files' : `Files in ${folder}`}>
            {inside.map((file) => (
              <FileEntry
                key={file.id}
                lessonId={lesson.id}
                file={file}
                screens={screens.data ?? []}
                displayedFirst={listed.find((each) => each.display_first && each.id !== file.id)?.file_name ?? null}
                isReadOnly={isReadOnly}
                onOpen={() => setShown(file)}
                onRenamed={focusFile}
                onDeleted={(deletedItem) => leave(file, shownFiles.indexOf(file), deletedItem)}
              />
            ))}
          </ul>
        </div>
      ))}
      <UploadList queue={queue} items={items} />
      {isReadOnly ? null : <UploadZone folders={[...folders.keys()]} onFiles={add} />}
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

/** Uploads files that are chosen or dropped, with their folders. */
function UploadZone({ folders, onFiles }: { folders: readonly string[]; onFiles: (files: readonly FileInFolder[]) => void }) {
  const [folder, setFolder] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const [note, setNote] = useState<string | null>(null);
  const below = folder.trim().replace(/\/$/, '');
  const add = ({ files, left }: FilesOfFolders) => {
    setNote(left === 0 ? null : MESSAGES.tooMany(files.length, left));
    onFiles(files.map((each) => ({ ...each, folder: [below, each.folder].filter((name) => name !== '').join('/') })));
  };
  const isOver = useFilesDrop(
    zone,
    false,
    (files) => add(chosenFiles(files)),
    (entries) => void droppedFiles(entries).then(add, () => setNote(MESSAGES.dropFailed)),
  );
  const choose = (wantsFolder: boolean) => {
    if (!input.current) return;
    input.current.webkitdirectory = wantsFolder;
    input.current.click();
  };
  return (
    <>
      {note === null ? null : (
        <Banner kind="warning" onClose={() => setNote(null)}>
          {note}
        </Banner>
      )}
      <div ref={zone} className={drop.compact} role="group" aria-label="Upload files" data-over={isOver || undefined}>
        <Button size="xs" variant="default" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => choose(false)}>
          Upload files
        </Button>
        <Button size="xs" variant="default" leftSection={<IconFolderUp size={15} aria-hidden />} onClick={() => choose(true)}>
          Upload folder
        </Button>
        <Autocomplete
          size="xs"
          aria-label="Folder for uploads"
          placeholder="Into folder"
          title={MESSAGES.folderHint}
          data={folders.filter((name) => name !== '')}
          value={folder}
          maxLength={200}
          onChange={setFolder}
        />
        <span className={classes.quiet}>{MESSAGES.dropHint}</span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            add(chosenFiles(event.currentTarget.files ?? []));
            // The same file can be chosen again after a change.
            event.currentTarget.value = '';
          }}
        />
      </div>
    </>
  );
}

/** Files in no folder first, then folder by folder. */
function filesByFolder(files: readonly DataFile[]): Map<string, DataFile[]> {
  const groups = Map.groupBy(files, ({ file_name }) => folderOfData(file_name));
  return new Map([...groups].toSorted(([one], [other]) => compareNames(one, other)));
}

interface Uploads {
  items: readonly UploadItem[];
  queue: UploadQueue;
  /** Names of the files that arrived since the last ones were chosen. */
  arrived: readonly string[];
  add: (files: readonly FileInFolder[]) => void;
}

/** The uploads of a lesson's page. They end with the page. */
function useUploads(lessonId: number): Uploads {
  const [arrived, setArrived] = useState<readonly string[]>([]);
  const [queue] = useState(
    () => new UploadQueue(sendDataFile(lessonId), (name) => setArrived((names) => [...names.filter((each) => each !== name), name])),
  );
  useEffect(() => () => queue.removeAll(), [queue]);
  const add = (files: readonly FileInFolder[]) => {
    setArrived([]);
    queue.add(files);
  };
  return { queue, items: useStore(queue), arrived, add };
}
