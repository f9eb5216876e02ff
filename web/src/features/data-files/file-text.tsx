import { useQuery } from '@tanstack/react-query';
import { errorText } from '#web/platform/error-text.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import { EditorSkeleton } from '#web/ui/code-editor/lazy-code-editor.tsx';
import { fileTextQuery } from './api.ts';
import { FileTextEditor, type FileTextEditorProps } from './file-text-editor.tsx';
import { MESSAGES } from './messages.ts';

interface FileTextProps extends Omit<FileTextEditorProps, 'opened'> {
  /** False: the file is made by its first save. */
  exists: boolean;
}

/** Fetches the text of a file, and opens it. */
export function FileText({ exists, ...props }: FileTextProps) {
  const { lessonId, file } = props;
  const text = useQuery({ ...fileTextQuery(lessonId, file.file_name), enabled: exists });
  if (!exists) return <FileTextEditor {...props} opened={{ contents: '' }} />;
  // What was opened stays open, whatever later looks bring: the editor follows others by itself.
  if (text.data) return <FileTextEditor {...props} opened={text.data} />;
  if (text.isError) return <ErrorBanner text={errorText(text.error, MESSAGES.textFailed(file.file_name))} />;
  return <EditorSkeleton />;
}
