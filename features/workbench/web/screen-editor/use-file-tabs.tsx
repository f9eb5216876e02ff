import { useCallback, useMemo, useState } from 'react';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { useDataFiles } from '#features/lessons/web/data-files/api.ts';
import { filesOfScreen } from '#features/lessons/web/data-files/screen-files.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import type { StackTab } from '#platform/web/ui/panes/tab-stack.tsx';
import { DirtyDot } from '../screens/dirty-dot.tsx';
import classes from './screen-editor.module.css';

const loadFileText = () => import('#features/lessons/web/data-files/file-text.tsx').then(({ FileText }) => ({ default: FileText }));

/** The tabs of data files on a screen (data-files/screen-files.ts). */
export function useFileTabs(
  { id: lessonId, mode, language }: Pick<Lesson, 'id' | 'mode' | 'language'>,
  screenId: number,
  isReadOnly: boolean,
): readonly (StackTab & { fileId: number })[] {
  const { data } = useDataFiles(lessonId);
  const [dirty, setDirty] = useState<ReadonlySet<number>>(new Set());
  const tellDirty = useCallback(
    (fileId: number, isDirty: boolean) => setDirty((known) => (known.has(fileId) === isDirty ? known : withMember(known, fileId, isDirty))),
    [],
  );
  return useMemo(
    () =>
      filesOfScreen(data ?? [], screenId, { mode, language }).map((file) => ({
        id: `file:${file.id}`,
        fileId: file.id,
        label: file.alias || file.file_name,
        badge: <DirtyDot isShown={dirty.has(file.id)} />,
        isWritten: true,
        content: <FileTab lessonId={lessonId} file={file} isReadOnly={isReadOnly} onDirty={tellDirty} />,
      })),
    [data, screenId, lessonId, mode, language, isReadOnly, dirty, tellDirty],
  );
}

interface FileTabProps {
  lessonId: number;
  file: DataFile;
  isReadOnly: boolean;
  onDirty: (fileId: number, isDirty: boolean) => void;
}

function FileTab({ lessonId, file, isReadOnly, onDirty }: FileTabProps) {
  const tell = useCallback((isDirty: boolean) => onDirty(file.id, isDirty), [onDirty, file.id]);
  return (
    <div className={classes.fileTab}>
      <OnDemand load={loadFileText} props={{ lessonId, file, exists: true, isReadOnly, onDirty: tell }} />
    </div>
  );
}

function withMember(known: ReadonlySet<number>, fileId: number, isMember: boolean): ReadonlySet<number> {
  const next = new Set(known);
  if (isMember) next.add(fileId);
  else next.delete(fileId);
  return next;
}
