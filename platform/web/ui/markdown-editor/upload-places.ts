import { isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, type EditorState, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { imageForPlace, imageParagraph } from './image-place.ts';

/** The position in the text of a running upload. */
interface UploadPlace {
  id: number;
  name: string;
  at: number;
}

const addPlace = StateEffect.define<UploadPlace>();
const removePlace = StateEffect.define<number>();

/**
 * Positions of running uploads. They are shown in the text but are not part of it: they can't be saved or undone, and they move along
 * with edits.
 */
const places = StateField.define<readonly UploadPlace[]>({
  create: () => [],
  update(before, transaction) {
    const moved = transaction.docChanged ? before.map((place) => ({ ...place, at: movedPlace(place, transaction) })) : before;
    return transaction.effects.reduce<readonly UploadPlace[]>((list, effect) => {
      if (effect.is(addPlace)) return [...list, effect.value];
      return effect.is(removePlace) ? list.filter((place) => place.id !== effect.value) : list;
    }, moved);
  },
  provide: (field) =>
    EditorView.decorations.from(field, (list) =>
      Decoration.set(
        list.map(({ name, at }) => Decoration.widget({ widget: new Uploading(name), side: -1 }).range(at)),
        true,
      ),
    ),
});

/** Stays before text typed at it, and after the image of an earlier upload at the same position. */
function movedPlace({ id, at }: UploadPlace, { changes, effects }: Transaction): number {
  const isBehind = effects.some((effect) => effect.is(removePlace) && effect.value < id);
  return changes.mapPos(at, isBehind ? 1 : -1);
}

class Uploading extends WidgetType {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  override eq(other: Uploading): boolean {
    return other.name === this.name;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-uploading';
    element.textContent = `![Uploading ${this.name}…]()`;
    return element;
  }
}

/** Shows the positions of uploads in an editor. */
export const uploadPlaces = [
  places,
  EditorView.theme({ '.cm-uploading': { color: 'var(--mantine-color-dimmed)', fontStyle: 'italic', overflowWrap: 'anywhere' } }),
];

/** Marks the position of an upload. Ids increase with each upload. */
export function showUploadPlace(view: EditorView, place: UploadPlace): void {
  view.dispatch({ effects: addPlace.of(place) });
}

/** Removes the mark: the upload failed. */
export function dropUploadPlace(view: EditorView, id: number): void {
  view.dispatch({ effects: removePlace.of(id) });
}

/**
 * Inserts an image at the position of its upload as one undo step. If the cursor is still there, it moves after the image or selects
 * `selected`, the part to be written.
 *
 * @param isParagraph Blank lines separate it from the text.
 */
export function fillUploadPlace(
  view: EditorView,
  id: number,
  image: string,
  selected: { from: number; to: number } | null,
  isParagraph = false,
): void {
  const at = positionOf(view.state, id);
  if (at === null) return;
  const { main } = view.state.selection;
  const isCursorThere = main.empty && main.head === at;
  const { lead, text } = (isParagraph ? imageParagraph : imageForPlace)(view.state, at, image);
  const start = at + lead.length;
  view.dispatch({
    changes: { from: at, insert: text },
    effects: removePlace.of(id),
    ...(isCursorThere && {
      selection: selected ? { anchor: start + selected.from, head: start + selected.to } : { anchor: start + image.length },
      scrollIntoView: true,
    }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  });
}

function positionOf(state: EditorState, id: number): number | null {
  return state.field(places).find((place) => place.id === id)?.at ?? null;
}
