import type { LoadPart } from '../load-part.ts';
import type { MarkdownEditorProps } from './markdown-editor.tsx';

/** Brings the markdown editor, which is too big to come with every page. */
export const loadMarkdownEditor: LoadPart<MarkdownEditorProps> = () => import('./markdown-editor.tsx');
