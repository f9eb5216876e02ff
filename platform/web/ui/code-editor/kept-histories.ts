import { historyField, redoDepth, undoDepth } from '@codemirror/commands';
import type { EditorState, Extension, Text } from '@codemirror/state';

/** What Undo needs when an editor is opened again. */
interface KeptHistory {
  /** The text that the history is of. */
  readonly doc: Text;
  /** Continues the history in a new editor with this text. */
  readonly extension: Extension;
}

/** Editors whose history is kept, the last ones used. */
const EDITORS_MAX = 60;
/** Histories of longer texts are not kept. */
const LENGTH_MAX = 500_000;

const kept = new Map<string, KeptHistory>();

/** Keeps what Undo and Redo need of an editor that is closed. */
export function keepHistory(key: string, state: EditorState): void {
  kept.delete(key);
  if (undoDepth(state) + redoDepth(state) === 0 || state.doc.length > LENGTH_MAX) return;
  const history = state.field(historyField);
  kept.set(key, { doc: state.doc, extension: historyField.init(() => history) });
  const [oldest] = kept.keys();
  if (kept.size > EDITORS_MAX && oldest !== undefined) kept.delete(oldest);
}

/** The history of an editor that is opened again. */
export function findHistory(key: string): KeptHistory | undefined {
  return kept.get(key);
}
