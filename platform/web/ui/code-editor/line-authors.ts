import {
  Compartment,
  type EditorState,
  type Extension,
  Facet,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { EditorView, gutter, GutterMarker, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { changedRanges } from '#platform/content/line-diff.ts';

// Who wrote each line, beside it. The lines of the saved text follow what is typed: at once by the edited range, and exactly, by comparing
// with the saved text, once typing pauses. So a line that is typed back, or undone to, has its author again.

/** What the gutter shows beside the first of the lines that someone wrote at once. */
interface LineAuthor {
  readonly name: string;
  /** When, in a few words. */
  readonly when: string;
  /** The whole description, for the pointer and screen readers. */
  readonly title: string;
  /** Where a click leads. */
  readonly href: string;
  readonly open: () => void;
}

/** A saved text. */
export interface AuthoredText {
  readonly text: string;
  readonly authors: readonly LineAuthor[];
  /** For each line of the text, the index of its author. */
  readonly lines: readonly number[];
}

/** The author of a line: an index, or one of these. */
const UNSAVED = -1;
const NONE = -2;

/** How long typing has to pause, in milliseconds, until lines are compared with the saved text. */
const PAUSE_MS = 250;

interface Authored {
  readonly saved: AuthoredText | null;
  /** For each line of the editor. */
  readonly lines: readonly number[];
}

const setSaved = StateEffect.define<AuthoredText>();
const compare = StateEffect.define();

/** The author of each line of `text`: what differs from the saved text is unsaved. */
export function authorsOf(saved: AuthoredText, text: string): number[] {
  const before = saved.text.split('\n');
  const after = text.split('\n');
  const lines: number[] = [];
  let at = 0;
  const copy = (end: number) => {
    // The empty line after a last newline has no author.
    for (; at < end; at++) lines.push(saved.lines[at] ?? NONE);
  };
  for (const { from, to, start, end } of changedRanges(before, after)) {
    copy(from);
    for (let line = start; line < end; line++) lines.push(UNSAVED);
    at = to;
  }
  copy(before.length);
  return lines;
}

/** The authors after an edit: edited lines are unsaved, those around keep theirs. Null: too entangled to say. */
function followEdit(lines: readonly number[], { changes, startState, newDoc }: Transaction): number[] | null {
  const next: number[] = [];
  let at = 0;
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const [first, last] = [startState.doc.lineAt(fromA), startState.doc.lineAt(toA)];
    const [start, end] = [newDoc.lineAt(fromB).number, newDoc.lineAt(toB).number];
    next.push(...lines.slice(at, first.number - 1));
    for (let number = start; number <= end; number++) next.push(keptAuthor(lines, newDoc, number, { start, end, first, last }));
    at = last.number;
  });
  next.push(...lines.slice(at));
  return next.length === newDoc.lines ? next : null;
}

interface Edited {
  start: number;
  end: number;
  first: { number: number; text: string };
  last: { number: number; text: string };
}

/** A break at the end of a line leaves that line as it was; the same at its beginning. */
function keptAuthor(lines: readonly number[], doc: Text, number: number, { start, end, first, last }: Edited): number {
  const { text } = doc.line(number);
  if (number === start && text === first.text) return lines[first.number - 1] ?? UNSAVED;
  if (number === end && text === last.text) return lines[last.number - 1] ?? UNSAVED;
  return UNSAVED;
}

const authored = StateField.define<Authored>({
  create: () => ({ saved: null, lines: [] }),
  update(value, transaction) {
    const saved = transaction.effects.find((effect) => effect.is(setSaved))?.value ?? value.saved;
    if (saved === null) return value;
    const isCompared = saved !== value.saved || transaction.effects.some((effect) => effect.is(compare));
    if (!isCompared && !transaction.docChanged) return value;
    const followed = isCompared ? null : followEdit(value.lines, transaction);
    return { saved, lines: followed ?? authorsOf(saved, transaction.newDoc.toString()) };
  },
});

/** The name of the gutter for screen readers. */
const gutterLabel = Facet.define<string, string>({ combine: ([label = '']) => label });

class AuthorMarker extends GutterMarker {
  readonly #author: LineAuthor | null;
  readonly #isFirst: boolean;

  /** @param author Null: the line is unsaved */
  constructor(author: LineAuthor | null, isFirst: boolean) {
    super();
    this.#author = author;
    this.#isFirst = isFirst;
    this.elementClass = author === null ? 'cm-line-unsaved' : '';
  }

  override eq(other: AuthorMarker): boolean {
    return this.#author === other.#author && this.#isFirst === other.#isFirst;
  }

  override toDOM(): Node {
    const author = this.#author;
    if (!this.#isFirst) return document.createTextNode('');
    if (author === null) return part('span', 'cm-line-author', 'Unsaved');
    const link = document.createElement('a');
    link.href = author.href;
    link.title = author.title;
    link.className = 'cm-line-author';
    // One Tab leaves the editor; the commands of the page lead to a version with the keyboard.
    link.tabIndex = -1;
    link.setAttribute('aria-label', author.title);
    link.append(part('span', 'cm-line-author-name', author.name), part('span', 'cm-line-author-when', author.when));
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      author.open();
    });
    return link;
  }
}

function part(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function markerOf(state: EditorState, number: number): GutterMarker | null {
  const { saved, lines } = state.field(authored);
  const at = lines[number - 1] ?? NONE;
  if (saved === null || at === NONE) return null;
  return new AuthorMarker(at === UNSAVED ? null : (saved.authors[at] ?? null), number === 1 || lines[number - 2] !== at);
}

/** Compares with the saved text when typing pauses, and gives the gutter a name: gutters are hidden from screen readers otherwise. */
const following = ViewPlugin.fromClass(
  class {
    #pause: ReturnType<typeof setTimeout> | undefined;

    constructor(view: EditorView) {
      view.requestMeasure({ read: () => undefined, write: () => nameGutter(view, true) });
    }

    update({ docChanged, view }: ViewUpdate): void {
      if (!docChanged) return;
      clearTimeout(this.#pause);
      this.#pause = setTimeout(() => view.dispatch({ effects: compare.of(null) }), PAUSE_MS);
    }

    destroy(): void {
      clearTimeout(this.#pause);
    }
  },
);

function nameGutter(view: EditorView, isShown: boolean): void {
  const all = view.dom.querySelector('.cm-gutters');
  if (isShown) all?.removeAttribute('aria-hidden');
  else all?.setAttribute('aria-hidden', 'true');
  for (const each of all?.children ?? []) {
    if (!each.classList.contains('cm-line-authors')) each.setAttribute('aria-hidden', 'true');
    else {
      each.setAttribute('role', 'group');
      each.setAttribute('aria-label', view.state.facet(gutterLabel));
    }
  }
}

const theme = EditorView.theme({
  '.cm-line-authors': { width: '148px', fontFamily: 'var(--mantine-font-family)', fontSize: 'var(--mantine-font-size-xs)' },
  '.cm-line-authors .cm-gutterElement': { padding: '0 6px 0 8px', overflow: 'hidden' },
  '.cm-line-author': { display: 'flex', gap: '6px', lineHeight: '19.5px', color: 'inherit', textDecoration: 'none' },
  'a.cm-line-author:hover': { color: 'var(--mantine-color-text)', textDecoration: 'underline' },
  '.cm-line-author-name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', flex: '1 1 auto' },
  '.cm-line-author-when': { flex: 'none', whiteSpace: 'nowrap' },
  'span.cm-line-author': { fontStyle: 'italic' },
  '.cm-line-unsaved': { boxShadow: 'inset 2px 0 var(--mantine-color-blue-filled)' },
  '@media (max-width: 700px)': { '.cm-line-authors': { width: '64px' }, '.cm-line-author-when': { display: 'none' } },
});

const slot = new Compartment();

function extension(label: string): Extension {
  return [
    authored,
    gutterLabel.of(label),
    gutter({
      class: 'cm-line-authors',
      lineMarker: (view, block) => markerOf(view.state, view.state.doc.lineAt(block.from).number),
      lineMarkerChange: ({ startState, state }) => startState.field(authored, false) !== state.field(authored, false),
    }),
    following,
    theme,
  ];
}

/** Shows beside each line of an editor who wrote it. Called again, it replaces the saved text. `label` names the gutter. */
export function showLineAuthors(view: EditorView, saved: AuthoredText, label: string): void {
  if (view.state.field(authored, false) === undefined) {
    const added = extension(label);
    view.dispatch({ effects: slot.get(view.state) === undefined ? StateEffect.appendConfig.of(slot.of(added)) : slot.reconfigure(added) });
  }
  view.dispatch({ effects: setSaved.of(saved) });
}

/** Removes what {@link showLineAuthors} added. */
export function hideLineAuthors(view: EditorView): void {
  if (view.state.field(authored, false) === undefined) return;
  view.dispatch({ effects: slot.reconfigure([]) });
  nameGutter(view, false);
}

/** The authors that an editor shows, line by line; `unsaved` for lines that aren't saved. */
export function shownAuthors(state: EditorState): (string | null)[] {
  const { saved, lines } = state.field(authored);
  return lines.map((at) => (at === UNSAVED ? 'unsaved' : (saved?.authors[at]?.name ?? null)));
}
