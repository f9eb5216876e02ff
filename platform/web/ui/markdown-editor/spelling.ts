import { closeCompletion, type Completion, type CompletionContext, type CompletionResult, startCompletion } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { createContext } from 'react';
import { isCodeNode } from './in-code.ts';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where an editor learns which words are unknown. The provider has the dictionary. */
export interface Spelling {
  /** The words of a part of a text that a dictionary should know, with their places. */
  wordsIn: (text: string, code: readonly Place[]) => readonly { readonly word: string; readonly span: Place }[];
  /** Whether a word is unknown; null: it has to be looked up first. */
  isUnknown: (word: string) => boolean | null;
  /** Whether so many are unknown that their dictionary is the wrong one. */
  isMostlyUnknown: (unknown: number, all: number) => boolean;
  /** Looks words up; returns whether it did. */
  lookUp: (words: readonly string[]) => Promise<boolean>;
  /** Similar words, the nearest first. */
  propose: (word: string) => Promise<readonly string[]>;
  /** Adds a word to those that all lessons may use. */
  add: (word: string) => Promise<void>;
  turnOff: () => void;
}

/** The spelling of the texts on this page; null: the browser's own. */
export const SpellingContext = createContext<Spelling | null>(null);

/** Milliseconds without a change before words are looked up. */
const PAUSE_MS = 600;

const setUnknown = StateEffect.define<readonly Place[]>();
/** The provider or its dictionary changed. */
export const spellAgain = StateEffect.define<Spelling | null>();

const underline = Decoration.mark({ class: 'cm-unknown-word', attributes: { 'aria-invalid': 'spelling' } });

const unknownWords = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, { changes, effects, docChanged }) {
    for (const effect of effects)
      if (effect.is(setUnknown)) return Decoration.set(effect.value.map(({ start, end }) => underline.range(start, end)));
    if (!docChanged) return set;
    // A word that is edited isn't underlined until it is looked up again.
    return set.update({ filter: (from, to) => changes.touchesRange(from, to) === false }).map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Underlines unknown words in sight after a pause. Its menu has proposals (Ctrl . or the right mouse button). */
export function spellingMarks(spelling: () => Spelling | null): Extension {
  return [
    unknownWords,
    plugin(spelling),
    // One checker at a time.
    Prec.highest(EditorView.contentAttributes.of(() => ({ spellcheck: String(spelling() === null) }))),
    keymap.of([{ key: 'Mod-.', run: (view) => spelling() !== null && openMenu(view) }]),
    EditorView.domEventHandlers({
      contextmenu: (event, view) => {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null || unknownAt(view.state, at) === null || view.state.readOnly) return false;
        view.dispatch({ selection: { anchor: at } });
        view.focus();
        return startCompletion(view);
      },
    }),
    EditorView.baseTheme({
      '.cm-unknown-word': {
        textDecoration: 'underline wavy var(--color-error-edge) 1px',
        textUnderlineOffset: '3px',
        textDecorationSkipInk: 'none',
      },
    }),
  ];
}

/** The entries for the unknown word at the caret, when asked for. */
export function spellingSource(spelling: () => Spelling | null) {
  return async ({ state, pos, explicit }: CompletionContext): Promise<CompletionResult | null> => {
    const current = spelling();
    const place = explicit && current && !state.readOnly ? unknownAt(state, pos) : null;
    if (!current || !place) return null;
    const word = state.sliceDoc(place.start, place.end);
    const proposals = await current.propose(word);
    const entries: Completion[] = [
      ...proposals.map((label) => ({ label })),
      {
        label: 'Add to dictionary',
        detail: word,
        apply: (view: EditorView) => closing(view, () => current.add(word).then(() => view.dispatch({ effects: spellAgain.of(current) }))),
      },
      { label: 'Don’t underline unknown words', apply: (view: EditorView) => closing(view, current.turnOff) },
    ];
    return { from: place.start, to: place.end, options: entries, filter: false };
  };
}

/** What changes no text closes the menu itself. */
function closing(view: EditorView, run: () => unknown): void {
  closeCompletion(view);
  void run();
}

function unknownAt(state: EditorState, at: number): Place | null {
  let found: Place | null = null;
  state.field(unknownWords).between(at, at, (start, end) => {
    found = { start, end };
  });
  return found;
}

/** Opens the menu of the word at the caret, or goes on to the next unknown word. */
function openMenu(view: EditorView): boolean {
  const { state } = view;
  const at = state.selection.main.head;
  if (unknownAt(state, at) === null) {
    const cursor = state.field(unknownWords).iter(at);
    if (cursor.value === null) return false;
    view.dispatch({ selection: { anchor: cursor.from }, scrollIntoView: true });
  }
  return startCompletion(view);
}

function plugin(spelling: () => Spelling | null): Extension {
  return ViewPlugin.fromClass(
    class {
      readonly #view: EditorView;
      #timer: ReturnType<typeof setTimeout> | null = null;
      constructor(view: EditorView) {
        this.#view = view;
        this.#wait();
      }
      update({ docChanged, viewportChanged, selectionSet, transactions }: ViewUpdate): void {
        const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(spellAgain)));
        if (docChanged || viewportChanged || selectionSet || isAsked) this.#wait();
      }
      destroy(): void {
        if (this.#timer !== null) clearTimeout(this.#timer);
        this.#timer = null;
      }
      #wait(): void {
        this.destroy();
        this.#timer = setTimeout(() => this.#show(), PAUSE_MS);
      }
      #show(mayAsk = true): void {
        this.#timer = null;
        const current = spelling();
        const words = current === null || this.#view.state.readOnly ? [] : wordsInSight(this.#view, current);
        const unknown = words.filter(({ word }) => current?.isUnknown(word) === true);
        const isForeign = current?.isMostlyUnknown(unknown.length, words.length) === true;
        this.#mark(isForeign ? [] : unknown.map(({ span }) => span));
        const missing = words.filter(({ word }) => current?.isUnknown(word) === null).map(({ word }) => word);
        if (!mayAsk || missing.length === 0) return;
        void current?.lookUp([...new Set(missing)]).then((isDone) => {
          // Otherwise the next pause shows them.
          if (isDone && this.#timer === null && this.#view.dom.isConnected) this.#show(false);
        });
      }
      #mark(places: readonly Place[]): void {
        const shown: Place[] = [];
        const { state } = this.#view;
        for (const cursor = state.field(unknownWords).iter(); cursor.value; cursor.next())
          shown.push({ start: cursor.from, end: cursor.to });
        const isSame =
          places.length === shown.length && places.every(({ start, end }, at) => start === shown[at]?.start && end === shown[at]?.end);
        if (!isSame) this.#view.dispatch({ effects: setUnknown.of(places) });
      }
    },
  );
}

/** The words of the visible lines, apart from one that is being typed. */
function wordsInSight(view: EditorView, { wordsIn }: Spelling) {
  const { state } = view;
  const caret = view.hasFocus ? state.selection.main.head : -1;
  return view.visibleRanges.flatMap((range) => {
    const from = state.doc.lineAt(range.from).from;
    const { to } = state.doc.lineAt(range.to);
    return wordsIn(state.sliceDoc(from, to), codeIn(state, from, to)).flatMap(({ word, span }) => {
      const place = { start: span.start + from, end: span.end + from };
      return place.end === caret ? [] : [{ word, span: place }];
    });
  });
}

function codeIn(state: EditorState, from: number, to: number): Place[] {
  const code: Place[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      if (!isCodeNode(node.name)) return true;
      code.push({ start: Math.max(node.from, from) - from, end: Math.min(node.to, to) - from });
      return false;
    },
  });
  return code;
}
