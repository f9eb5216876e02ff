import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';

/**
 * Adds `mark` around each selection, or removes it if it is already there, inside or just outside. An empty selection inside a word takes
 * the word; elsewhere the cursor goes between the marks.
 */
export function toggleMark(state: EditorState, mark: string): TransactionSpec {
  return {
    ...state.changeByRange((range) => {
      const word = range.empty ? state.wordAt(range.head) : null;
      const { from, to } = word ?? range;
      const size = mark.length;
      const text = state.sliceDoc(from, to);
      if (isMarked(text, mark)) {
        return {
          changes: [
            { from, to: from + size },
            { from: to - size, to },
          ],
          range: EditorSelection.range(from, to - 2 * size),
        };
      }
      if (hasMarkBefore(state, from, mark) && hasMarkAfter(state, to, mark)) {
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(from - size, to - size),
        };
      }
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + size, to + size),
      };
    }),
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}

/** `*text*` is marked by `*` but `**text**` is not: there the mark means something else. */
function isMarked(text: string, mark: string): boolean {
  const first = mark.charAt(0);
  const inner = text.slice(mark.length, -mark.length);
  return (
    text.length > 2 * mark.length &&
    text.startsWith(mark) &&
    text.endsWith(mark) &&
    (mark.length > 1 || !(inner.startsWith(first) && inner.endsWith(first)))
  );
}

function hasMarkBefore(state: EditorState, at: number, mark: string): boolean {
  return runBefore(state, at, mark.charAt(0)) === mark.length || (runBefore(state, at, mark.charAt(0)) === 3 && mark.charAt(0) === '*');
}

function hasMarkAfter(state: EditorState, at: number, mark: string): boolean {
  const first = mark.charAt(0);
  let run = 0;
  while (state.sliceDoc(at + run, at + run + 1) === first) run++;
  return run === mark.length || (run === 3 && first === '*');
}

function runBefore(state: EditorState, at: number, character: string): number {
  let run = 0;
  while (run < at && state.sliceDoc(at - run - 1, at - run) === character) run++;
  return run;
}

/** Turns the selection into a link: its text is the label, unless it is an address; the missing part is selected. */
export function insertLink(state: EditorState): TransactionSpec {
  return {
    ...state.changeByRange((range) => {
      const word = range.empty ? state.wordAt(range.head) : null;
      const { from, to } = word ?? range;
      const text = state.sliceDoc(from, to);
      const isAddress = /^https?:\/\/\S+$/.test(text);
      const label = isAddress ? 'link text' : text || 'link text';
      const address = isAddress ? text : 'https://';
      const changes: ChangeSpec = { from, to, insert: `[${label}](${address})` };
      const labelAt = from + 1;
      const addressAt = labelAt + label.length + 2;
      const needsLabel = isAddress || text === '';
      return {
        changes,
        range: needsLabel
          ? EditorSelection.range(labelAt, labelAt + label.length)
          : EditorSelection.range(addressAt, addressAt + address.length),
      };
    }),
    userEvent: 'input.format',
    scrollIntoView: true,
  };
}
