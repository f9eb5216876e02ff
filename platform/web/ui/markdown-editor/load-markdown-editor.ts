import type { LoadPart } from '../load-part.ts';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

/** Loads the markdown editor, which is too big to be part of every page. */
export const loadMarkdownEditor: LoadPart<MarkdownEditorProps> = () => import('./markdown-editor.tsx');
