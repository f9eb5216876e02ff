import { lazy, Suspense } from 'react';
import { EditorSkeleton } from '../code-editor/lazy-code-editor.tsx';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

const MarkdownEditor = lazy(() => import('./markdown-editor.tsx'));

/** The markdown editor, fetched when the first one is shown. */
export function LazyMarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <MarkdownEditor {...props} />
    </Suspense>
  );
}
