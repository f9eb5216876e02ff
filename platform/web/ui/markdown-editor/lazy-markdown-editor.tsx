import { EditorSkeleton } from '../code-editor/lazy-code-editor.tsx';
import { OnDemand } from '../on-demand.tsx';
import { loadMarkdownEditor } from './load-markdown-editor.ts';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

/** The markdown editor, loaded when first shown. */
export function LazyMarkdownEditor(props: MarkdownEditorProps) {
  return (
    <OnDemand load={loadMarkdownEditor} props={props}>
      <EditorSkeleton />
    </OnDemand>
  );
}
