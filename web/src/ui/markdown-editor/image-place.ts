import type { EditorState, TransactionSpec } from '@codemirror/state';

const IMAGE = /!\[[^\]\n]*\]\([^)\n]*\)/g;

/** The place where something can go into the text: here, or behind the image whose source this place is in. */
export function placeOutsideImages(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at);
  for (const { 0: source, index } of line.text.matchAll(IMAGE)) {
    const from = line.from + index;
    if (at > from && at < from + source.length) return from + source.length;
  }
  return at;
}

/** An image for this place of the text, as a paragraph of its own where it would touch another one. */
export function imageForPlace(state: EditorState, at: number, image: string): { lead: string; text: string } {
  const line = state.doc.lineAt(at);
  const images = [...line.text.matchAll(IMAGE)];
  const touchesBefore = images.some(({ 0: source, index }) => line.from + index + source.length === at);
  const touchesBehind = images.some(({ index }) => line.from + index === at);
  const lead = touchesBefore ? '\n\n' : '';
  return { lead, text: `${lead}${image}${touchesBehind ? '\n\n' : ''}` };
}

/** Puts an image in the place of the selection, which became its description, or behind the image that the selection is in. */
export function putImage(state: EditorState, image: string): TransactionSpec {
  const { main } = state.selection;
  const [from, to] = [placeOutsideImages(state, main.from), placeOutsideImages(state, main.to)];
  const { text } = imageForPlace(state, from, image);
  return {
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  };
}
