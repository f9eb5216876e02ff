import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { EditorView, ViewPlugin } from '@codemirror/view';

/** Whole lines, in order, none touching another. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

interface Revealed {
  readonly lines: readonly Lines[];
  /** The pointer is selecting. The lines stay as they are, so that no text moves below it. */
  readonly isPressed: boolean;
}

/** The text stays still for this long after the pointer was released, in milliseconds: a double click is one gesture. */
const STILL_MS = 250;

const setPressed = StateEffect.define<boolean>();
const gotFocus = StateEffect.define();

const revealed = StateField.define<Revealed>({
  // Until someone works in the text, no line shows its marks.
  create: () => ({ lines: [], isPressed: false }),
  update(value, transaction) {
    const isPressed = pressedAfter(value.isPressed, transaction);
    if (isPressed) {
      if (!transaction.docChanged) return value.isPressed ? value : { ...value, isPressed };
      return {
        isPressed,
        lines: value.lines.map(({ from, to }) => ({ from: transaction.changes.mapPos(from), to: transaction.changes.mapPos(to) })),
      };
    }
    const isFocused = transaction.effects.some((effect) => effect.is(gotFocus));
    const isStill = !transaction.docChanged && !transaction.selection && !value.isPressed && !isFocused;
    return isStill ? value : { isPressed, lines: sameLines(value.lines, selectedLines(transaction.state)) };
  },
});

function pressedAfter(isPressed: boolean, transaction: Transaction): boolean {
  for (const effect of transaction.effects) if (effect.is(setPressed)) return effect.value;
  // Keys end the gesture at once.
  const isByKey = transaction.docChanged || (transaction.selection !== undefined && !transaction.isUserEvent('select.pointer'));
  return isPressed && !isByKey;
}

/** The lines that have a caret or a part of a selection. */
function selectedLines(state: EditorState): Lines[] {
  const lines: { from: number; to: number }[] = [];
  for (const range of state.selection.ranges) {
    const { from } = state.doc.lineAt(range.from);
    const { to } = state.doc.lineAt(range.to);
    const last = lines.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else lines.push({ from, to });
  }
  return lines;
}

function sameLines(before: readonly Lines[], after: readonly Lines[]): readonly Lines[] {
  const isSame =
    before.length === after.length && before.every(({ from, to }, index) => from === after[index]?.from && to === after[index].to);
  return isSame ? before : after;
}

/** Whether a part of the text shows its marks. */
export function isRevealed(state: EditorState, from: number, to: number): boolean {
  return state.field(revealed).lines.some((lines) => lines.from <= to && lines.to >= from);
}

/** Whether other lines show their marks now. */
export function revealsOthers(before: EditorState, after: EditorState): boolean {
  return before.field(revealed, false)?.lines !== after.field(revealed).lines;
}

const pointer = ViewPlugin.fromClass(
  class {
    readonly #view: EditorView;
    readonly #released = () => this.#release();
    #timer: ReturnType<typeof setTimeout> | undefined;
    #isDown = false;

    constructor(view: EditorView) {
      this.#view = view;
    }

    press(): void {
      clearTimeout(this.#timer);
      if (this.#isDown) return;
      this.#isDown = true;
      for (const type of ['mouseup', 'dragend', 'blur']) globalThis.addEventListener(type, this.#released, { capture: true });
      this.#view.dispatch({ effects: setPressed.of(true) });
    }

    destroy(): void {
      clearTimeout(this.#timer);
      this.#forget();
    }

    #release(): void {
      this.#forget();
      this.#timer = setTimeout(() => this.#view.dispatch({ effects: setPressed.of(false) }), STILL_MS);
    }

    #forget(): void {
      this.#isDown = false;
      for (const type of ['mouseup', 'dragend', 'blur']) globalThis.removeEventListener(type, this.#released, { capture: true });
    }
  },
  {
    eventHandlers: {
      mousedown(event) {
        if (event.button === 0) this.press();
      },
    },
  },
);

/** Which lines show their marks: those with a caret or a part of a selection. */
export const revealedLines: Extension = [
  revealed,
  pointer,
  EditorView.focusChangeEffect.of((_state, isFocused) => (isFocused ? gotFocus.of(null) : null)),
];
