import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { wrappedLines } from './wrapped-lines.ts';

/** How much further the rest of a wrapped line is indented than its beginning, in characters. */
const HANG = 2;

/** The columns before the code of a line; null: nothing to indent by, since it is blank or indented by tabs, whose width the indent would change. */
export function indentOf(line: string): number | null {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  return indent === line.length || line[indent] === '\t' ? null : indent;
}

/** Long lines of code are wrapped, and continue to the right of where they begin: the indentation of Python can still be read. */
export const codeWrapping = [
  wrappedLines,
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = hangingLines(view);
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.decorations = hangingLines(update.view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  EditorView.theme({
    '.cm-line.cm-hanging': { textIndent: 'calc(-1 * var(--hang))', paddingLeft: 'calc(10px + var(--hang))' },
  }),
];

function hangingLines({ state, visibleRanges }: EditorView): DecorationSet {
  const lines = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const indent = indentOf(line.text);
      if (indent !== null) lines.add(line.from, line.from, hanging(indent + HANG));
      at = line.to + 1;
    }
  return lines.finish();
}

function hanging(columns: number): Decoration {
  return Decoration.line({ class: 'cm-hanging', attributes: { style: `--hang: ${columns}ch` } });
}
