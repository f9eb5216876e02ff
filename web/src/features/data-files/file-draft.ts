import type { LiveText } from '#web/ui/code-editor/live-text.ts';
import { isSameText, withUnixLines } from '#web/ui/code-editor/live-text.ts';

/** The text of a file as the server knows it; without a hash: there is no such file yet. */
export interface KnownText {
  readonly contents: string;
  readonly sha256?: string;
}

interface Snapshot {
  /** Raised when the text was changed from outside. */
  readonly version: number;
  readonly isDirty: boolean;
}

/** A file's text while it is edited: what the server has, and what stands in the editor. It compares values. */
export class FileDraft {
  readonly #listeners = new Set<() => void>();
  #known: KnownText;
  /** What the server has, with the line ends that editors work on. */
  #base: string;
  #text: LiveText;
  #snapshot: Snapshot = { version: 0, isDirty: false };

  constructor(known: KnownText) {
    this.#known = known;
    this.#base = withUnixLines(known.contents);
    this.#text = this.#base;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  readonly read = (): string => this.#text.toString();

  readonly type = (text: LiveText): void => {
    this.#text = text;
    this.#show(this.#snapshot.version);
  };

  /** What a save sends: the text with the line ends that the file had, and the hash that it began from. */
  toSend(): { contents: string; sha256?: string } {
    const text = this.read();
    const { contents, sha256 } = this.#known;
    return { contents: contents.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text, ...(sha256 === undefined ? {} : { sha256 }) };
  }

  /** What was sent is stored; what was typed meanwhile is still an edit. */
  stored(known: KnownText): void {
    this.#known = known;
    this.#base = withUnixLines(known.contents);
    this.#show(this.#snapshot.version);
  }

  /** The text of the server takes the place of what stands in the editor. */
  replace(known: KnownText): void {
    if (known.sha256 !== undefined && known.sha256 === this.#known.sha256 && !this.#snapshot.isDirty) return;
    this.#known = known;
    this.#base = withUnixLines(known.contents);
    this.#text = this.#base;
    this.#show(this.#snapshot.version + 1);
  }

  #show(version: number): void {
    const isDirty = !isSameText(this.#text, this.#base);
    if (version === this.#snapshot.version && isDirty === this.#snapshot.isDirty) return;
    this.#snapshot = { version, isDirty };
    for (const listener of this.#listeners) listener();
  }
}
