import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

const CODE = new Set(['FencedCode', 'CodeBlock', 'InlineCode', 'HTMLBlock', 'CommentBlock']);

/** Whether nodes of this name are listings, or HTML in which marks mean nothing. */
export function isCodeNode(name: string): boolean {
  return CODE.has(name);
}

/** Whether a place of a Markdown text is in a listing, where marks mean nothing. Where the text isn't parsed yet, it is none. */
export function isInCode(state: EditorState, at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, -1); node.parent; node = node.parent) if (CODE.has(node.name)) return true;
  return false;
}
