import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { MarkingEditor, PassageMark } from './open-editors.ts';

interface Marks {
  readonly set: DecorationSet;
  readonly lit: readonly string[];
}

interface Spec {
  readonly id: string;
  readonly label: string;
}

const setMarks = StateEffect.define<readonly PassageMark[]>();
const setLit = StateEffect.define<readonly string[]>();

function decorate(marks: readonly PassageMark[], lit: readonly string[]): DecorationSet {
  const ranges = marks
    .filter(({ from, to }) => from < to)
    .map(({ id, label, from, to }) =>
      Decoration.mark({
        tagName: 'mark',
        class: lit.includes(id) ? 'cm-passage cm-passage-lit' : 'cm-passage',
        // A mark itself has no name for screen readers, which read its text. The description follows it.
        attributes: { 'data-passage': id, 'aria-description': label },
        id,
        label,
      }).range(from, to),
    );
  return Decoration.set(ranges, true);
}

function listMarks(set: DecorationSet): PassageMark[] {
  const marks: PassageMark[] = [];
  for (const cursor = set.iter(); cursor.value; cursor.next()) {
    const { id, label } = cursor.value.spec as Spec;
    marks.push({ id, label, from: cursor.from, to: cursor.to });
  }
  return marks;
}

const field = StateField.define<Marks>({
  create: () => ({ set: Decoration.none, lit: [] }),
  update(marks, transaction) {
    let { set, lit } = marks;
    set = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setLit)) lit = effect.value;
      if (effect.is(setMarks)) set = decorate(effect.value, lit);
      else if (effect.is(setLit)) set = decorate(listMarks(set), lit);
    }
    return set === marks.set && lit === marks.lit ? marks : { set, lit };
  },
  provide: (self) => EditorView.decorations.from(self, ({ set }) => set),
});

/** Marks passages of the text. The marks move with it, and disappear with the last of their characters. */
export const passageMarks: Extension = [
  field,
  EditorView.baseTheme({
    '.cm-passage': {
      color: 'inherit',
      backgroundColor: 'var(--color-comment-ground)',
      borderBottom: '2px solid var(--color-comment-edge)',
    },
    '.cm-passage-lit': { backgroundColor: 'var(--color-comment-strong)' },
  }),
];

/** The marked passages of an editor, in the order of the text. */
export function markedPassages(state: EditorState): PassageMark[] {
  return listMarks(state.field(field).set);
}

/** An editor whose passages can be marked; see {@link OpenEditors}. */
export function markingEditor(view: EditorView): MarkingEditor {
  return {
    view,
    marks: () => markedPassages(view.state),
    mark: (marks) => view.dispatch({ effects: setMarks.of(marks) }),
    light: (ids) => view.dispatch({ effects: setLit.of(ids) }),
    reveal: ({ from }) => view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }) }),
  };
}
