import { Skeleton } from '@mantine/core';
import { OnDemand } from '../on-demand.tsx';
import type { CodeEditorProps } from './code-editor.tsx';
import { loadCodeEditor } from './load-code-editor.ts';
import classes from './code-editor.module.css';

/** The code editor, loaded when first shown. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <OnDemand load={loadCodeEditor} props={props}>
      <EditorSkeleton />
    </OnDemand>
  );
}

/** A skeleton while the editor loads. */
export function EditorSkeleton() {
  return (
    <div className={classes.loading} aria-hidden>
      {[60, 85, 40, 70].map((width) => (
        <Skeleton key={width} height={10} mb="xs" width={`${width}%`} animate={false} />
      ))}
    </div>
  );
}
