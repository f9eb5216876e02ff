import type { EditorState, TransactionSpec } from '@codemirror/state';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconHeading,
  IconInfoSquare,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconMath,
  IconSourceCode,
  IconTable,
  type Icon,
} from '@tabler/icons-react';
import { cycleBox, cycleHeading, insertCodeBlock, insertMath, insertTable, toggleLines } from './block-edits.ts';
import { insertLink, toggleMark } from './inline-edits.ts';

/** An edit made by a toolbar button or its shortcut. */
export interface Formatting {
  id: string;
  label: string;
  icon: Icon;
  shortcut: string | null;
  apply: (state: EditorState, codeLanguage: string) => TransactionSpec;
}

/** Toolbar order; each inner list is a group. */
export const FORMATTING: readonly (readonly Formatting[])[] = [
  [
    { id: 'bold', label: 'Bold', icon: IconBold, shortcut: 'Mod+B', apply: (state) => toggleMark(state, '**') },
    { id: 'italic', label: 'Italic', icon: IconItalic, shortcut: 'Mod+I', apply: (state) => toggleMark(state, '*') },
    { id: 'code', label: 'Code', icon: IconCode, shortcut: 'Mod+E', apply: (state) => toggleMark(state, '`') },
    { id: 'link', label: 'Link', icon: IconLink, shortcut: 'Mod+Shift+L', apply: insertLink },
  ],
  [
    { id: 'heading', label: 'Heading', icon: IconHeading, shortcut: 'Mod+Shift+H', apply: cycleHeading },
    { id: 'bullets', label: 'Bulleted list', icon: IconList, shortcut: 'Mod+Shift+8', apply: (state) => toggleLines(state, 'bullets') },
    {
      id: 'numbers',
      label: 'Numbered list',
      icon: IconListNumbers,
      shortcut: 'Mod+Shift+7',
      apply: (state) => toggleLines(state, 'numbers'),
    },
    { id: 'quote', label: 'Quote', icon: IconBlockquote, shortcut: 'Mod+Shift+9', apply: (state) => toggleLines(state, 'quote') },
  ],
  [
    { id: 'code-block', label: 'Code block', icon: IconSourceCode, shortcut: 'Mod+Shift+E', apply: insertCodeBlock },
    { id: 'box', label: 'Box', icon: IconInfoSquare, shortcut: 'Mod+Shift+6', apply: cycleBox },
    { id: 'table', label: 'Table', icon: IconTable, shortcut: null, apply: insertTable },
    { id: 'math', label: 'Math', icon: IconMath, shortcut: 'Mod+Shift+4', apply: insertMath },
  ],
];
