import { type ChangeSpec, EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';

/**
 * Puts `mark` around each selection, or takes it away where it stands already, inside or just outside of the selection.
 * An empty selection in a word takes the word; elsewhere the cursor waits between the marks.
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

/** `*text*` is marked by `*`, and `**text**` is not: its marks mean another thing. */
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

/** Makes a link of the selection: its text is the label, unless it is an address; what is still missing is selected. */
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
