import { type LiveText, isSameText, withUnixLines } from '#web/ui/code-editor/live-text.ts';
import { Store } from '#web/platform/store.ts';

/** The text of a file as the server knows it; without a hash: there is no such file yet. */
export interface KnownText {
  readonly contents: string;
  readonly sha256?: string;
}

/** What was typed into a file and not saved, with the hash that it began from. */
export interface KeptText {
  readonly contents: string;
  readonly sha256?: string;
}

interface Snapshot {
  /** Raised when the text was changed from outside. */
  readonly version: number;
  readonly isDirty: boolean;
}

/** A file's text while it is edited: what the server has, and what stands in the editor. It compares values. */
export class FileDraft extends Store<Snapshot> {
  #known: KnownText;
  /** What the server has, with the line ends that editors work on. */
  #base: string;
  #text: LiveText;

  constructor(known: KnownText) {
    super({ version: 0, isDirty: false });
    this.#known = known;
    this.#base = withUnixLines(known.contents);
    this.#text = this.#base;
  }

  readonly read = (): string => this.#text.toString();

  readonly type = (text: LiveText): void => {
    this.#text = text;
    this.#show(this.state().version);
  };

  /** What a save sends: the text with the line ends that the file had, and the hash that it began from. */
  toSend(): { contents: string; sha256?: string } {
    const text = this.read();
    const { contents, sha256 } = this.#known;
    return { contents: contents.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text, ...(sha256 === undefined ? {} : { sha256 }) };
  }

  /** What is unsaved, to be kept in this browser; null: nothing is. */
  unsaved(): KeptText | null {
    const { sha256 } = this.#known;
    return this.state().isDirty ? { contents: this.read(), ...(sha256 === undefined ? {} : { sha256 }) } : null;
  }

  /** Brings back what an earlier visit left. Its save still begins from the file as it was then, so that what others made of it is not lost. */
  restore({ contents, sha256 }: KeptText): void {
    this.#known = { contents: this.#known.contents, ...(sha256 === undefined ? {} : { sha256 }) };
    this.#text = contents;
    this.#show(this.state().version + 1);
  }

  /** What was sent is stored; what was typed meanwhile is still an edit. */
  stored(known: KnownText): void {
    this.#known = known;
    this.#base = withUnixLines(known.contents);
    this.#show(this.state().version);
  }

  /** The text as it was last known from the server takes the place of what stands in the editor. */
  revert(): void {
    this.#text = this.#base;
    this.#show(this.state().version + 1);
  }

  /** The text of the server takes the place of what stands in the editor. */
  replace(known: KnownText): void {
    if (known.sha256 !== undefined && known.sha256 === this.#known.sha256 && !this.state().isDirty) return;
    this.#known = known;
    this.#base = withUnixLines(known.contents);
    this.#text = this.#base;
    this.#show(this.state().version + 1);
  }

  #show(version: number): void {
    const isDirty = !isSameText(this.#text, this.#base);
    if (version === this.state().version && isDirty === this.state().isDirty) return;
    this.show({ version, isDirty });
  }
}
