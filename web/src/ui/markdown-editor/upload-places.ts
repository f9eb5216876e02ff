import { isolateHistory } from '@codemirror/commands';
import { StateEffect, StateField, type EditorState, type Transaction } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { imageForPlace } from './image-place.ts';

/** Where an upload will stand in the text when it is done. */
interface UploadPlace {
  id: number;
  name: string;
  at: number;
}

const addPlace = StateEffect.define<UploadPlace>();
const removePlace = StateEffect.define<number>();

/**
 * The places of uploads that are on their way. They are shown in the text and are no part of it: they cannot be saved, nor
 * come back with an undo, and whoever types on around them moves them along.
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

/** Stays before what is typed at it, and behind the image of an upload that was begun earlier in the same place. */
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

/** What an editor needs to show where uploads will stand. */
export const uploadPlaces = [
  places,
  EditorView.theme({ '.cm-uploading': { color: 'var(--mantine-color-dimmed)', fontStyle: 'italic', overflowWrap: 'anywhere' } }),
];

/** Marks the place of an upload. Ids rise in the order of uploads. */
export function showUploadPlace(view: EditorView, place: UploadPlace): void {
  view.dispatch({ effects: addPlace.of(place) });
}

/** Takes the mark away: the upload came to nothing. */
export function dropUploadPlace(view: EditorView, id: number): void {
  view.dispatch({ effects: removePlace.of(id) });
}

/**
 * Puts an image in the place of its upload, as one step of the history: an undo takes it away again. A cursor that is still
 * there goes behind it, or selects `selected`, the part of it that wants to be written.
 */
export function fillUploadPlace(view: EditorView, id: number, image: string, selected: { from: number; to: number } | null): void {
  const at = placeOf(view.state, id);
  if (at === null) return;
  const { main } = view.state.selection;
  const isWaited = main.empty && main.head === at;
  const { lead, text } = imageForPlace(view.state, at, image);
  const start = at + lead.length;
  view.dispatch({
    changes: { from: at, insert: text },
    effects: removePlace.of(id),
    ...(isWaited && {
      selection: selected ? { anchor: start + selected.from, head: start + selected.to } : { anchor: at + text.length },
      scrollIntoView: true,
    }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.paste',
  });
}

function placeOf(state: EditorState, id: number): number | null {
  return state.field(places).find((place) => place.id === id)?.at ?? null;
}
