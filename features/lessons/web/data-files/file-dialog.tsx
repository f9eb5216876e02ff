import { useCallback, useState } from 'react';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import { FileText } from './file-text.tsx';
import { MESSAGES } from './messages.ts';
import classes from '../lesson-parts.module.css';

interface FileDialogProps {
  lessonId: number;
  file: Pick<DataFile, 'file_name' | 'mode'>;
  /** False: the file is created by its first save. */
  exists: boolean;
  isReadOnly: boolean;
  onClose: () => void;
}

/** Shows and edits the contents of a file. Open for as long as it is rendered. */
export default function FileDialog({ lessonId, file, exists, isReadOnly, onClose }: FileDialogProps) {
  useReturnFocus(true);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // A file that is created by its first save stays open as the same text.
  const [existed] = useState(exists);
  const close = useCallback(() => (isDirty ? setAsking(true) : onClose()), [isDirty, onClose]);
  return (
    <>
      {/* Escape leaves the editor; closing by it would lose the way out of it. */}
      <Dialog
        opened
        onClose={close}
        title={file.file_name}
        size="min(1200px, 94vw)"
        closeOnEscape={false}
        classNames={{ body: classes.dialog ?? '' }}
      >
        <FileText lessonId={lessonId} file={file} exists={existed} isReadOnly={isReadOnly} hasKeys={!isAsking} onDirty={setDirty} />
      </Dialog>
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without saving?"
        text={MESSAGES.closeUnsaved(file.file_name)}
        confirmLabel="Close without saving"
        cancelLabel="Stay"
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
