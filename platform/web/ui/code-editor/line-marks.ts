import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { type EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** An error in a line of code. Lines and columns count from 1; a null column marks the whole line. */
export interface LineMark {
  line: number;
  column: number | null;
  message: string;
}

const setLines = StateEffect.define<DecorationSet>();
const errorLine = Decoration.line({ class: 'cm-error-line' });

const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setLines));
    return set ? set.value : lines.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows marks: the gutter icon with its message, and the tinted line. */
export const lineMarks: Extension = [lintGutter(), markedLines];

/** Marks that are still inside the document, by line. */
function visibleMarks(state: EditorState, marks: readonly LineMark[]): LineMark[] {
  return marks.filter((mark) => mark.line >= 1 && mark.line <= state.doc.lines).sort((a, b) => a.line - b.line);
}

/** Replaces the marks of the editor. */
export function showLineMarks(view: EditorView, marks: readonly LineMark[]): void {
  const visible = visibleMarks(view.state, marks);
  const lines = new RangeSetBuilder<Decoration>();
  for (const mark of visible) lines.add(view.state.doc.line(mark.line).from, view.state.doc.line(mark.line).from, errorLine);
  view.dispatch({ effects: setLines.of(lines.finish()) });
  view.dispatch(
    setDiagnostics(
      view.state,
      visible.map((mark) => {
        const line = view.state.doc.line(mark.line);
        const from = mark.column === null ? line.from : Math.min(line.from + mark.column - 1, line.to);
        return { from, to: line.to, severity: 'error', message: mark.message };
      }),
    ),
  );
  const [first] = visible;
  if (first) view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(first.line).from, { y: 'nearest', yMargin: 40 }) });
}
