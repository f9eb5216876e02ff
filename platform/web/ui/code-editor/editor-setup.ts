import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, moveLineDown, moveLineUp } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
  HighlightStyle,
} from '@codemirror/language';
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
  tooltips,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { LIMITS } from '#platform/contract/limits.ts';
import { editorTheme } from './editor-theme.ts';
import { lineDirections } from './line-direction.ts';
import { lineMarks } from './line-marks.ts';
import { passageMarks } from './passage-marks.ts';
import { wrappedLines } from './wrapped-lines.ts';

/** Every colour has a contrast of at least 4.5:1 on the page and on the active line, in both schemes (WCAG 1.4.3). */
const COLOR = {
  keyword: 'var(--code-keyword)',
  string: 'var(--code-string)',
  number: 'var(--code-number)',
  name: 'var(--code-name)',
  comment: 'var(--code-comment)',
  quiet: 'var(--code-comment)',
  invalid: 'var(--color-error)',
};

/** Colours of code and of markdown source, with structural marks quieter than the text. */
const highlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.controlKeyword, tags.operatorKeyword, tags.definitionKeyword], color: COLOR.keyword },
  { tag: [tags.string, tags.special(tags.string), tags.character, tags.docString], color: COLOR.string },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.constant(tags.name)], color: COLOR.number },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className, tags.typeName],
    color: COLOR.name,
  },
  { tag: [tags.standard(tags.name), tags.standard(tags.variableName), tags.meta, tags.annotation], color: COLOR.name },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: COLOR.comment, fontStyle: 'italic' },
  { tag: tags.invalid, color: COLOR.invalid },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, color: COLOR.string },
  { tag: [tags.link, tags.url], color: COLOR.number },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.labelName], color: COLOR.quiet },
]);

/** Alt with an arrow changes the screen on every page, so lines move by these keys. */
const editorKeymap: readonly KeyBinding[] = [
  { key: 'Mod-Shift-ArrowUp', run: moveLineUp },
  { key: 'Mod-Shift-ArrowDown', run: moveLineDown },
  ...defaultKeymap,
];

/** What the panels for finding and for going to a line say. */
const PHRASES = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
  go: 'Go',
};

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
  EditorState.phrases.of(PHRASES),
  passageMarks,
  editorTheme,
];

/** For editors that are no field of a form. */
export const tabIndents: Extension = keymap.of([indentWithTab]);

/** Lists and tips stay between the sides of their editor: over a divider of panes, a click would move the divider. */
const tooltipsInside = tooltips({
  tooltipSpace: ({ dom }) => {
    const { left, right } = dom.getBoundingClientRect();
    return { left, right, top: 0, bottom: globalThis.innerHeight };
  },
});

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
  tooltipsInside,
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
  ]),
];

/** Setup for prose: wrapped lines and the browser's spell checker. */
export const proseSetup: Extension = [
  common,
  wrappedLines,
  lineDirections,
  EditorView.contentAttributes.of({ spellcheck: 'true', autocapitalize: 'sentences' }),
  keymap.of([...searchKeymap, ...historyKeymap, ...editorKeymap]),
];
