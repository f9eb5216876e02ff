import type { LoadPart } from '../load-part.ts';
import type { CodeEditorProps } from './code-editor.tsx';

/** Loads the code editor, which is too big to be part of every page. */
export const loadCodeEditor: LoadPart<CodeEditorProps> = () => import('./code-editor.tsx');
