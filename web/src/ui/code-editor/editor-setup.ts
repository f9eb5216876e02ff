import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, moveLineDown, moveLineUp } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { LIMITS } from '#contract/limits.ts';
import { editorTheme } from './editor-theme.ts';
import { highlightStyle } from './highlight-style.ts';
import { lineMarks } from './line-marks.ts';
import { passageMarks } from './passage-marks.ts';

/** Alt with an arrow changes the screen on every page, so lines move by these keys. */
const editorKeymap: readonly KeyBinding[] = [
  { key: 'Mod-Shift-ArrowUp', run: moveLineUp },
  { key: 'Mod-Shift-ArrowDown', run: moveLineDown },
  ...defaultKeymap,
];

/** Common to prose and code. Esc then Tab leaves the editor, as is usual in CodeMirror (WCAG 2.1.2). */
const common: Extension = [
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  syntaxHighlighting(highlightStyle, { fallback: true }),
  highlightActiveLine(),
  search({ top: true }),
  passageMarks,
  editorTheme,
];

/** Setup for code: line numbers, folding, completion, indent of 4. */
export const codeSetup: Extension = [
  common,
  lineMarks,
  lineNumbers(),
  highlightActiveLineGutter(),
  foldGutter(),
  indentUnit.of(' '.repeat(LIMITS.editorIndent)),
  EditorState.tabSize.of(LIMITS.editorIndent),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  rectangularSelection(),
  crosshairCursor(),
  highlightSelectionMatches(),
  EditorView.contentAttributes.of({ autocorrect: 'off', autocapitalize: 'off' }),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    ...editorKeymap,
    indentWithTab,
  ]),
];

/** Setup for prose: wrapped lines and the browser's spell checker. */
export const proseSetup: Extension = [
  common,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ spellcheck: 'true', autocapitalize: 'sentences' }),
  keymap.of([...searchKeymap, ...historyKeymap, ...editorKeymap, indentWithTab]),
];
