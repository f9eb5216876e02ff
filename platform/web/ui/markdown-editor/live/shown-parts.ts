import { syntaxTree } from '@codemirror/language';
import { type EditorState, EditorSelection, type Extension, Prec, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import type { ImageAddress } from '../editor-images.ts';
import { PartWidget } from './part-widget.ts';
import { type Part, type PlacedPart, readParts, type TextParts } from './parts.ts';
import { imageAddress } from './rendered-parts.ts';
import { isRevealed, revealsOthers } from './revealed.ts';

interface ShownParts {
  readonly text: TextParts;
  /** The parts that show their source. */
  readonly opened: readonly Part[];
  readonly set: DecorationSet;
}

const shownParts = StateField.define<ShownParts>({
  create: (state) => show(state, readParts(state)),
  update(value, { startState, state, docChanged }) {
    if (docChanged || syntaxTree(startState) !== syntaxTree(state)) return show(state, readParts(state));
    if (startState.facet(imageAddress) !== state.facet(imageAddress)) return show(state, value.text);
    if (!revealsOthers(startState, state)) return value;
    const opened = openedIn(state, value.text);
    const isSame = opened.length === value.opened.length && opened.every((part, index) => part === value.opened[index]);
    return isSame ? value : show(state, value.text);
  },
  provide: (field) => EditorView.decorations.from(field, ({ set }) => set),
});

function openedIn(state: EditorState, { parts }: TextParts): Part[] {
  return parts.filter(({ from, to }) => isRevealed(state, from, to)).map(({ part }) => part);
}

function show(state: EditorState, text: TextParts): ShownParts {
  const opened = openedIn(state, text);
  const hidden = text.parts.filter(({ part }) => !opened.includes(part));
  const images = state.facet(imageAddress);
  return { text, opened, set: Decoration.set(hidden.map(({ part, from, to }) => inPlaceOf(part, images).range(from, to))) };
}

/** Cached by part, so that the editor sees at once that nothing changed. */
const drawn = new WeakMap<Part, { readonly images: ImageAddress | null; readonly decoration: Decoration }>();

function inPlaceOf(part: Part, images: ImageAddress | null): Decoration {
  const known = drawn.get(part);
  if (known?.images === images) return known.decoration;
  const decoration = Decoration.replace({ widget: new PartWidget({ ...part, images }), block: true });
  drawn.set(part, { images, decoration });
  return decoration;
}

/** The structure of the text. */
export function partsOf(state: EditorState): TextParts {
  return state.field(shownParts).text;
}

/** The part at this position, if it is shown rendered. */
function hiddenPartAt(state: EditorState, at: number): PlacedPart | null {
  const { text, opened } = state.field(shownParts);
  const placed = text.parts.find(({ from, to }) => from <= at && at <= to);
  return placed && !opened.includes(placed.part) ? placed : null;
}

/** Moves the caret into a part above or below it, which the editor would pass over. */
function enterPart(view: EditorView, isDown: boolean): boolean {
  const { state } = view;
  let isEntered = false;
  const ranges = state.selection.ranges.map((range) => {
    const moved = view.moveVertically(range, isDown);
    const line = state.doc.lineAt(range.head);
    const next = isDown ? line.number + 1 : line.number - 1;
    if (!range.empty || next < 1 || next > state.doc.lines) return moved;
    const beside = state.doc.line(next);
    const part = hiddenPartAt(state, beside.from);
    // Within a wrapped line, the caret stays in it.
    if (!part || (moved.head >= line.from && moved.head <= line.to && moved.head !== range.head && !isAtEdge(state, moved.head, isDown)))
      return moved;
    isEntered = true;
    return EditorSelection.cursor(isDown ? part.from : state.doc.lineAt(part.to).from);
  });
  if (isEntered)
    view.dispatch({ selection: EditorSelection.create(ranges, state.selection.mainIndex), scrollIntoView: true, userEvent: 'select' });
  return isEntered;
}

/** The editor goes to the edge of a line if there is no line to go to. */
function isAtEdge(state: EditorState, at: number, isDown: boolean): boolean {
  const line = state.doc.lineAt(at);
  return at === (isDown ? line.to : line.from);
}

/** Parts in lines of their own are shown as learners see them, until the caret gets there. */
export const partsInPlace: Extension = [
  shownParts,
  Prec.high(
    keymap.of([
      { key: 'ArrowDown', run: (view) => enterPart(view, true) },
      { key: 'ArrowUp', run: (view) => enterPart(view, false) },
    ]),
  ),
];
