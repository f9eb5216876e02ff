import type { EditorView } from '@codemirror/view';
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { canFocus, type WritingPlace } from './write-into.ts';

/** A selection in an editor. */
export interface EditorSelection {
  /** Name of the editor. */
  name: string;
  /** Offsets in its text. */
  from: number;
  to: number;
  /** An edit left it, such as a template of which a part is selected; missing: someone selected it. */
  isLeft?: boolean;
}

/** Characters from `from` to `to`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A passage that is marked in a text. */
export interface PassageMark extends Range {
  readonly id: string;
  /** Describes the mark: whose comment it is, and how it begins. */
  readonly label: string;
}

/** An editor that marks passages. The marks follow its edits. */
export interface MarkingEditor {
  readonly view: EditorView;
  /** The passages that it marks, where they are now. */
  marks: () => PassageMark[];
  mark: (marks: readonly PassageMark[]) => void;
  /** Highlights the marks of these passages. */
  light: (ids: readonly string[]) => void;
  /** Scrolls to a range if it is out of sight. */
  reveal: (range: Range) => void;
}

/** The rendered text of an editor, which marks the same passages. */
export interface MarkingPreview {
  readonly scroller: HTMLElement;
  /** Marks passages of a source, once it is known where they are. */
  mark: (source: string, marks: readonly PassageMark[]) => Promise<void>;
  light: (ids: readonly string[]) => void;
  /** The mark of a passage; null: it has none. */
  find: (id: string) => HTMLElement | null;
}

/** What a page is notified of about its editors: one was opened or closed, or its text, caret or layout changed. */
export type EditorNews =
  | { readonly type: 'opened' | 'closed' | 'rendered' | 'edited' | 'laid-out'; readonly name: string }
  | { readonly type: 'caret'; readonly name: string; readonly at: number };

/** Makes the source of an editor visible. */
type BeforeReveal = () => unknown;

/** How long to wait for an editor to become visible, in milliseconds: its script may still be loading. */
const REVEAL_LIMIT_MS = 10_000;

/**
 * The open editors of a page, by name. Anything on the page can read their selection and reveal a range. One per page, provided by {@link
 * OpenEditorsContext}.
 */
export class OpenEditors {
  readonly #views = new Map<string, EditorView>();
  readonly #marking = new Map<string, MarkingEditor>();
  readonly #previews = new Map<string, MarkingPreview>();
  readonly #news = new Set<(news: EditorNews) => void>();
  readonly #prepare = new Map<string, BeforeReveal>();
  readonly #listeners = new Set<() => void>();
  #selection: EditorSelection | null = null;
  #reveals = 0;

  /** Registers an editor; returns a function that unregisters it. */
  add(name: string, view: EditorView, marking?: MarkingEditor): () => void {
    this.#views.set(name, view);
    if (marking) this.#marking.set(name, marking);
    this.tell({ type: 'opened', name });
    return () => {
      if (this.#views.get(name) !== view) return;
      this.#views.delete(name);
      this.#marking.delete(name);
      if (this.#selection?.name === name) this.#select(null);
      this.tell({ type: 'closed', name });
    };
  }

  /** Registers the preview of an editor; returns a function that unregisters it. */
  addPreview(name: string, preview: MarkingPreview): () => void {
    this.#previews.set(name, preview);
    return () => {
      if (this.#previews.get(name) === preview) this.#previews.delete(name);
      this.tell({ type: 'closed', name });
    };
  }

  /** An open editor that marks passages. */
  marking(name: string): MarkingEditor | undefined {
    return this.#marking.get(name);
  }

  preview(name: string): MarkingPreview | undefined {
    return this.#previews.get(name);
  }

  /** The names of the editors that mark passages. */
  names(): string[] {
    return [...this.#marking.keys()];
  }

  /** Reports what happened in an editor. */
  tell(news: EditorNews): void {
    for (const listener of this.#news) listener(news);
  }

  /** Calls `listener` with what happens in the editors; returns a function that undoes that. */
  onNews(listener: (news: EditorNews) => void): () => void {
    this.#news.add(listener);
    return () => this.#news.delete(listener);
  }

  /** Calls `prepare` before a range of this editor is revealed; returns a function that undoes that. */
  beforeReveal(name: string, prepare: BeforeReveal): () => void {
    this.#prepare.set(name, prepare);
    return () => {
      if (this.#prepare.get(name) === prepare) this.#prepare.delete(name);
    };
  }

  /** Reports an editor's main selection. An empty one only clears the selection of the same editor. */
  tellSelection(name: string, { from, to }: Range, isLeft = false): void {
    const known = this.#selection;
    if (from === to) {
      if (known?.name === name) this.#select(null);
    } else if (known?.name !== name || known.from !== from || known.to !== to || known.isLeft !== (isLeft || undefined)) {
      this.#select({ name, from, to, ...(isLeft && { isLeft }) });
    }
  }

  /** The latest selection. A new object only when it changes. */
  readonly selection = (): EditorSelection | null => this.#selection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The end of an editor's text, as a place to write; null: not open. */
  endOf(name: string): WritingPlace | null {
    const view = this.#views.get(name);
    if (!view) return null;
    // As `beforeReveal` says: the source may be hidden.
    if (!canFocus(view.contentDOM)) this.#prepare.get(name)?.();
    return {
      isReady: () => canFocus(view.contentDOM),
      focus: () => {
        view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true });
        view.focus();
      },
      insert: (text) => {
        if (!view.state.readOnly) view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type', scrollIntoView: true });
      },
    };
  }

  /** The current text of an editor; null: not open. */
  text(name: string): string | null {
    return this.#views.get(name)?.state.doc.toString() ?? null;
  }

  /** Where the caret is in an editor, in characters; null: it isn't open. */
  caret(name: string): number | null {
    return this.#views.get(name)?.state.selection.main.head ?? null;
  }

  /**
   * Selects a range, scrolls to it and focuses it, once the editor is visible; the caller opens its tab. The last call wins. `find` runs
   * when the text is available; it returns null when the range does not exist.
   *
   * @returns Whether the range was revealed.
   */
  async reveal(name: string, find: (text: string) => Range | null): Promise<boolean> {
    const call = ++this.#reveals;
    const end = performance.now() + REVEAL_LIMIT_MS;
    const { EditorView: editor } = await import('@codemirror/view');
    while (call === this.#reveals && performance.now() < end) {
      this.#prepare.get(name)?.();
      // The prepared layout is in place one frame later.
      await new Promise(requestAnimationFrame);
      const view = this.#views.get(name);
      if (!view?.dom.checkVisibility({ visibilityProperty: true })) continue;
      const place = find(view.state.doc.toString());
      if (place === null) return false;
      view.dispatch({
        selection: { anchor: place.from, head: place.to },
        effects: editor.scrollIntoView(place.from, { y: 'center' }),
      });
      view.focus();
      // The editor may still be hidden while the page renders, and a hidden element can't be focused. Then try again.
      if (view.root.activeElement === view.contentDOM) return true;
    }
    return false;
  }

  #select(selection: EditorSelection | null): void {
    this.#selection = selection;
    for (const listener of this.#listeners) listener();
  }
}

/** Names the thing whose editors keep their history (kept-histories.ts); null: they don't. */
export const KeptHistoriesContext = createContext<string | null>(null);

/** Missing: the page does not use it. */
export const OpenEditorsContext = createContext<OpenEditors | null>(null);

const nothing = () => null;
const stayed = () => () => undefined;

/** The current selection in the page's editors. */
export function useEditorSelection(editors: OpenEditors | null): EditorSelection | null {
  return useSyncExternalStore(editors?.subscribe ?? stayed, editors?.selection ?? nothing);
}

/** Calls `prepare` before a range in the editor of this name is revealed. */
export function useBeforeReveal(name: string | undefined, prepare: BeforeReveal): void {
  const editors = useContext(OpenEditorsContext);
  const run = useEffectEvent(prepare);
  useEffect(() => (name === undefined ? undefined : editors?.beforeReveal(name, () => run())), [editors, name]);
}
