import { useQuery } from '@tanstack/react-query';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { EditorSkeleton } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import { fileTextQuery } from './api.ts';
import { FileTextEditor, type FileTextEditorProps } from './file-text-editor.tsx';
import { MESSAGES } from './messages.ts';

interface FileTextProps extends Omit<FileTextEditorProps, 'opened'> {
  /** False: the file is created by its first save. */
  exists: boolean;
}

/** Fetches the text of a file, and opens it. */
export function FileText({ exists, ...props }: FileTextProps) {
  const { lessonId, file } = props;
  const text = useQuery({ ...fileTextQuery(lessonId, file.file_name), enabled: exists });
  if (!exists) return <FileTextEditor {...props} opened={{ contents: '' }} />;
  // The text that was opened stays open when the query is refetched: the editor follows other authors itself.
  if (text.data) return <FileTextEditor {...props} opened={text.data} />;
  if (text.isError) return <ErrorBanner text={errorText(text.error, MESSAGES.textFailed(file.file_name))} />;
  return <EditorSkeleton />;
}
