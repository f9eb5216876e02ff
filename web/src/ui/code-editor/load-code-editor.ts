import type { LoadPart } from '../load-part.ts';
import type { CodeEditorProps } from './code-editor.tsx';

/** Brings the code editor, which is too big to come with every page. */
export const loadCodeEditor: LoadPart<CodeEditorProps> = () => import('./code-editor.tsx');
