import { EditorView } from '@codemirror/view';

/**
 * What was typed plainly while an editor could not take it, in order: a save locks the fields for a moment (A §4), and the
 * author need not notice.
 */
export class TypingBuffer {
  #text = '';

  /** Takes one input event of the browser; false when it is of a kind that cannot wait. */
  take(inputType: string, data: string | null): boolean {
    if (inputType === 'insertText' && data !== null) this.#text += data;
    else if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') this.#text += '\n';
    else if (inputType === 'deleteContentBackward') this.#text = this.#text.slice(0, -1);
    else return false;
    return true;
  }

  /** What waits; the buffer is empty afterwards. */
  empty(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** Makes an editor keep what is typed into it while `isBusy()`; {@link releaseTyping} puts it in afterwards. */
export function bufferTyping(buffer: TypingBuffer, isBusy: () => boolean) {
  return EditorView.domEventHandlers({
    beforeinput: (event) => isBusy() && buffer.take(event.inputType, event.data),
  });
}

/** Types what waits in `buffer` at the cursor. */
export function releaseTyping(view: EditorView, buffer: TypingBuffer): void {
  const text = buffer.empty();
  if (text !== '') view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type', scrollIntoView: true });
}
