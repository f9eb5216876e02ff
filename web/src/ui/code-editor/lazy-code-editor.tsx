import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor.tsx';
import classes from './code-editor.module.css';

const CodeEditor = lazy(() => import('./code-editor.tsx'));

/** The code editor, fetched when the first one is shown. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

/** Lines of an editor that is on its way. */
export function EditorSkeleton() {
  return (
    <div className={classes.loading} aria-hidden>
      {[60, 85, 40, 70].map((width) => (
        <Skeleton key={width} height={10} mb={10} width={`${width}%`} animate={false} />
      ))}
    </div>
  );
}
