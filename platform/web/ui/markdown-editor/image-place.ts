import type { EditorState, TransactionSpec } from '@codemirror/state';

const IMAGE = /!\[[^\]\n]*\]\([^)\n]*\)/g;

/** A position where something can be inserted: this one, or after the image that contains it. */
export function placeOutsideImages(state: EditorState, at: number): number {
  const line = state.doc.lineAt(at);
  for (const { 0: source, index } of line.text.matchAll(IMAGE)) {
    const from = line.from + index;
    if (at > from && at < from + source.length) return from + source.length;
  }
  return at;
}

/** The beginning of a line of a list, quote or table: its content stays in its line. */
const IN_LINE = /^\s*(?:[-*+>|]|\d+[.)])/;

/** An image for this position as its own paragraph, with blank lines around it. In lists, quotes and tables it stays in its line. */
export function imageParagraph(state: EditorState, at: number, image: string): { lead: string; text: string } {
  const line = state.doc.lineAt(at);
  if (IN_LINE.test(line.text)) return imageForPlace(state, at, image);
  const isBlank = (number: number) => number < 1 || number > state.doc.lines || state.doc.line(number).text.trim() === '';
  const before = line.text.slice(0, at - line.from).trim();
  const behind = line.text.slice(at - line.from).trim();
  const lead = before !== '' ? '\n\n' : isBlank(line.number - 1) ? '' : '\n';
  const tail = behind !== '' ? '\n\n' : isBlank(line.number + 1) ? '' : '\n';
  return { lead, text: `${lead}${image}${tail}` };
}

/** An image for this position, as a separate paragraph when it would touch another image. */
export function imageForPlace(state: EditorState, at: number, image: string): { lead: string; text: string } {
  const line = state.doc.lineAt(at);
  const images = [...line.text.matchAll(IMAGE)];
  const touchesBefore = images.some(({ 0: source, index }) => line.from + index + source.length === at);
  const touchesBehind = images.some(({ index }) => line.from + index === at);
  const lead = touchesBefore ? '\n\n' : '';
  return { lead, text: `${lead}${image}${touchesBehind ? '\n\n' : ''}` };
}

/** Replaces the selection, which became the alt text, with an image; or inserts it after the image that contains the selection. */
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
