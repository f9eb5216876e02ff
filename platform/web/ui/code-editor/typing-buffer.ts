import { EditorView } from '@codemirror/view';

/** Plain typing while an editor is locked, in order. A save locks the fields for a moment, and the author need not notice. */
export class TypingBuffer {
  #text = '';

  /** Buffers an input event; false for kinds that can't wait. */
  take(inputType: string, data: string | null): boolean {
    if (inputType === 'insertText' && data !== null) this.#text += data;
    else if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') this.#text += '\n';
    else if (inputType === 'deleteContentBackward') this.#text = this.#text.slice(0, -1);
    else return false;
    return true;
  }

  /** Returns the buffered text and empties the buffer. */
  empty(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Makes an editor buffer typing while `isBusy()`; {@link releaseTyping} inserts it afterwards. */
export function bufferTyping(buffer: TypingBuffer, isBusy: () => boolean) {
  return EditorView.domEventHandlers({
    beforeinput: (event) => isBusy() && buffer.take(event.inputType, event.data),
  });
}

/** Inserts the buffered text at the cursor. */
export function releaseTyping(view: EditorView, buffer: TypingBuffer): void {
  const text = buffer.empty();
  if (text !== '') view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type', scrollIntoView: true });
}
