import { HighlightStyle } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** Every colour has a contrast of at least 4.5:1 on the page and on the active line, in both schemes (WCAG 1.4.3). */
const COLOR = {
  keyword: 'light-dark(#7c1fa0, #d8a4f0)',
  string: 'light-dark(#0b6b2e, #9be09b)',
  number: 'light-dark(#0a5a9c, #8ec7ff)',
  name: 'light-dark(#8a4b00, #f0c078)',
  comment: 'light-dark(#5c6570, #a3adb8)',
  quiet: 'light-dark(#5c6570, #a3adb8)',
  invalid: 'light-dark(#a61b1b, #ff9d9d)',
};

/** Colours of code and of markdown source, with structural marks quieter than the text. */
export const highlightStyle = HighlightStyle.define([
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
