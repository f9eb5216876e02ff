import { Store } from '../../store.ts';
import type { EditorNews, OpenEditors, PassageMark, Range } from './open-editors.ts';

/** A passage to mark in an editor of the page and in its preview. */
export interface Passage {
  readonly id: string;
  /** The name of the editor. */
  readonly name: string;
  /** Describes the mark; see {@link PassageMark}. */
  readonly label: string;
  /** Finds the passage in the text of the editor; null: it is gone. */
  readonly find: (text: string) => Range | null;
}

interface State {
  /** The passage that is being worked with. */
  readonly active: string | null;
  /** The passage below the pointer. */
  readonly hovered: string | null;
  /** Those that are gone from the text of their editor. Of editors that are not open nothing is known. */
  readonly gone: ReadonlySet<string>;
}

/** How long after a key passages are searched that were gone: an undo restores them. In milliseconds. */
const SEARCH_PAUSE_MS = 400;

/**
 * The marked passages of a page's editors. Once marked, a passage moves with the edits of its text, also if they change its words; when
 * the last of them is deleted, it is gone until its text is found again.
 */
export class MarkedPassages extends Store<State> {
  readonly #editors: OpenEditors;
  #passages: readonly Passage[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lit = '';
  #focused: string | null = null;

  constructor(editors: OpenEditors) {
    super({ active: null, hovered: null, gone: new Set() });
    this.#editors = editors;
  }

  /** Follows the editors until the returned function is called. */
  readonly follow = (): (() => void) => {
    const stop = this.#editors.onNews((news) => this.#hear(news));
    return () => {
      clearTimeout(this.#timer);
      stop();
    };
  };

  /** Replaces the passages. */
  set(passages: readonly Passage[]): void {
    this.#passages = passages;
    for (const name of this.#editors.names()) this.#mark(name);
    this.#update();
  }

  activate(id: string | null): void {
    if (id !== this.state().active) this.#light({ active: id });
  }

  /** Activates a passage whose thread is to have the focus. */
  focusThread(id: string): void {
    this.#focused = id;
    this.activate(id);
  }

  /** Closes the active thread, which keeps the focus. */
  closeThread(): void {
    this.#focused = this.state().active;
    this.activate(null);
  }

  /** Whether the thread of a passage is to have the focus; true only once. */
  takeFocus(id: string): boolean {
    const isWanted = this.#focused === id;
    if (isWanted) this.#focused = null;
    return isWanted;
  }

  hover(id: string | null): void {
    if (id !== this.state().hovered) this.#light({ hovered: id });
  }

  /** Where a passage is in its editor; null: it is gone, or its editor is not open. */
  rangeOf(id: string): Range | null {
    const name = this.#passages.find((passage) => passage.id === id)?.name;
    return (
      (name !== undefined &&
        this.#editors
          .marking(name)
          ?.marks()
          .find((mark) => mark.id === id)) ||
      null
    );
  }

  /** Scrolls the text of a passage into view, in its source or else in its preview. */
  reveal(id: string): void {
    const range = this.rangeOf(id);
    const name = this.#passages.find((passage) => passage.id === id)?.name ?? '';
    const editor = this.#editors.marking(name);
    if (range && editor?.view.dom.checkVisibility({ visibilityProperty: true })) editor.reveal(range);
    else this.#editors.preview(name)?.find(id)?.scrollIntoView({ block: 'nearest' });
  }

  #hear(news: EditorNews): void {
    const { type, name } = news;
    if (type === 'opened') {
      this.#mark(name);
      this.#editors.marking(name)?.light(this.#ids());
      this.#update();
    } else if (type === 'edited') {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        for (const each of this.#editors.names()) if (this.#isMissing(each)) this.#mark(each);
        this.#update();
      }, SEARCH_PAUSE_MS);
    } else if (type === 'rendered') {
      void this.#markPreview(name);
    } else if (news.type === 'caret') {
      this.#followCaret(name, news.at);
    }
  }

  /** The passage with the caret in it is the active one: the shortest of several. */
  #followCaret(name: string, at: number): void {
    const here = this.#editors
      .marking(name)
      ?.marks()
      .filter(({ from, to }) => from <= at && at <= to)
      .toSorted((a, b) => a.to - a.from - (b.to - b.from));
    this.activate(here?.[0]?.id ?? null);
  }

  /** Marks the passages of an editor: those that it has already where they are now, the others where their text is found. */
  #mark(name: string): void {
    const editor = this.#editors.marking(name);
    if (!editor) return;
    const known = new Map(editor.marks().map((mark) => [mark.id, mark]));
    const wanted = this.#passages.filter((passage) => passage.name === name);
    if (wanted.length === 0 && known.size === 0) return;
    let text: string | undefined;
    const marks = wanted.flatMap(({ id, label, find }): PassageMark[] => {
      const range = known.get(id) ?? find((text ??= editor.view.state.doc.toString()));
      return range ? [{ id, label, from: range.from, to: range.to }] : [];
    });
    editor.mark(marks);
    void this.#markPreview(name);
  }

  async #markPreview(name: string): Promise<void> {
    const [preview, editor] = [this.#editors.preview(name), this.#editors.marking(name)];
    if (!preview || !editor) return;
    const marks = editor.marks();
    await preview.mark(marks.length > 0 ? editor.view.state.doc.toString() : '', marks);
    preview.light(this.#ids());
    this.#editors.tell({ type: 'laid-out', name });
  }

  #isMissing(name: string): boolean {
    const count = this.#passages.filter((passage) => passage.name === name).length;
    return this.#editors.marking(name)?.marks().length !== count;
  }

  #update(): void {
    const marked = new Map(
      this.#editors.names().map((name) => [
        name,
        new Set(
          this.#editors
            .marking(name)
            ?.marks()
            .map(({ id }) => id),
        ),
      ]),
    );
    const gone = new Set(this.#passages.filter(({ id, name }) => marked.get(name)?.has(id) === false).map(({ id }) => id));
    const known = this.state().gone;
    if (gone.size !== known.size || [...gone].some((id) => !known.has(id))) this.show({ ...this.state(), gone });
  }

  #ids(): string[] {
    const { active, hovered } = this.state();
    return [active, hovered].filter((id) => id !== null);
  }

  #light(change: Partial<State>): void {
    this.show({ ...this.state(), ...change });
    const ids = this.#ids();
    if (this.#lit === ids.join()) return;
    this.#lit = ids.join();
    // An editor that is reporting its caret can't be changed before it has finished.
    queueMicrotask(() => {
      for (const name of this.#editors.names()) {
        this.#editors.marking(name)?.light(ids);
        this.#editors.preview(name)?.light(ids);
      }
    });
  }
}
