import type { EditorView } from '@codemirror/view';
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** What is selected in an editor. */
export interface EditorSelection {
  /** Of the editor. */
  name: string;
  /** Offsets in its text. */
  from: number;
  to: number;
}

/** Characters from `from` to `to` of a text. */
interface Range {
  from: number;
  to: number;
}

/** What is done so that the source of an editor can be seen. */
type BeforeReveal = () => unknown;

/** How long an editor may take to come into sight, in milliseconds: its script may still be on its way. */
const REVEAL_LIMIT_MS = 10_000;

/**
 * The editors that a page has open, by name: what is selected in them can be read, and a place in them shown, from anywhere
 * on the page. One per page, handed down by {@link OpenEditorsContext}.
 */
export class OpenEditors {
  readonly #views = new Map<string, EditorView>();
  readonly #prepare = new Map<string, BeforeReveal>();
  readonly #listeners = new Set<() => void>();
  #selection: EditorSelection | null = null;
  #reveals = 0;

  /** Takes an editor in; answers how to take it out. */
  add(name: string, view: EditorView): () => void {
    this.#views.set(name, view);
    return () => {
      if (this.#views.get(name) !== view) return;
      this.#views.delete(name);
      if (this.#selection?.name === name) this.#select(null);
    };
  }

  /** Has `prepare` called before a place of this editor is shown; answers how to take it back. */
  beforeReveal(name: string, prepare: BeforeReveal): () => void {
    this.#prepare.set(name, prepare);
    return () => {
      if (this.#prepare.get(name) === prepare) this.#prepare.delete(name);
    };
  }

  /** An editor tells its main selection. An empty one clears what was selected there, and only there. */
  tellSelection(name: string, { from, to }: Range): void {
    const known = this.#selection;
    if (from === to) {
      if (known?.name === name) this.#select(null);
    } else if (known?.name !== name || known.from !== from || known.to !== to) {
      this.#select({ name, from, to });
    }
  }

  /** What was selected last and still is. A new object only when it is another. */
  readonly selection = (): EditorSelection | null => this.#selection;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The present text of an editor; null where it is not open. */
  text(name: string): string | null {
    return this.#views.get(name)?.state.doc.toString() ?? null;
  }

  /**
   * Selects a place, scrolls to it and puts the cursor there, once the editor can be seen: who calls opens its tab. The last
   * call counts. `find` is asked when the text is there, null: it has no such place.
   *
   * @returns whether the place was shown.
   */
  async reveal(name: string, find: (text: string) => Range | null): Promise<boolean> {
    const call = ++this.#reveals;
    const end = performance.now() + REVEAL_LIMIT_MS;
    const { EditorView: editor } = await import('@codemirror/view');
    while (call === this.#reveals && performance.now() < end) {
      this.#prepare.get(name)?.();
      // A frame later what was prepared is in place.
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
      // The editor may still be hidden while the page renders, and a hidden element takes no focus. Then try again.
      if (view.root.activeElement === view.contentDOM) return true;
    }
    return false;
  }

  #select(selection: EditorSelection | null): void {
    this.#selection = selection;
    for (const listener of this.#listeners) listener();
  }
}

/** Absent: nobody on the page is interested. */
export const OpenEditorsContext = createContext<OpenEditors | null>(null);

const nothing = () => null;
const stayed = () => () => undefined;

/** What is selected in the editors of the page. */
export function useEditorSelection(): EditorSelection | null {
  const editors = useContext(OpenEditorsContext);
  return useSyncExternalStore(editors?.subscribe ?? stayed, editors?.selection ?? nothing);
}

/** Has `prepare` called before a place in the editor of this name is shown. */
export function useBeforeReveal(name: string | undefined, prepare: BeforeReveal): void {
  const editors = useContext(OpenEditorsContext);
  const run = useEffectEvent(prepare);
  useEffect(() => (name === undefined ? undefined : editors?.beforeReveal(name, () => run())), [editors, name]);
}
