import { type EditorView, WidgetType } from '@codemirror/view';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { ImageAddress } from '../editor-images.ts';
import { followLink } from '../follow-link.ts';
import { patchBlocks } from '../patch-blocks.ts';
import { markWideParts } from '../wide-parts.ts';
import { columnOfCell } from './cell-column.ts';
import type { PartKind } from './parts.ts';
import { partKey, knownPart, renderPart } from './rendered-parts.ts';
import preview from '../preview.module.css';

const NAMES: Readonly<Record<PartKind, string>> = {
  table: 'Table',
  formula: 'Formula',
  image: 'Image',
  video: 'Video',
  diagram: 'Diagram',
};
/** Heights before anything is rendered, in pixels. */
const LINE_HEIGHT = 28;
const GUESSES: Readonly<Record<PartKind, number>> = { table: 0, formula: 60, image: 220, video: 320, diagram: 0 };
/** Elements that handle clicks themselves. */
const INTERACTIVE = 'a, button, video, iframe, summary, [data-edit]';

const rendering = new WeakMap<HTMLElement, AbortController>();

interface Shown {
  readonly kind: PartKind;
  readonly source: string;
  readonly images: ImageAddress | null;
  /** The indentation of a part in lines of its own, in characters; null: it is within a line. */
  readonly indent: number | null;
}

/** A part of the text as learners see it. Its source takes its place when the caret gets there. */
export class PartWidget extends WidgetType {
  readonly #part: Shown;

  constructor(part: Shown) {
    super();
    this.#part = part;
  }

  override eq(other: PartWidget): boolean {
    const [one, two] = [this.#part, other.#part];
    return one.kind === two.kind && one.indent === two.indent && partKey(one.source, one.images) === partKey(two.source, two.images);
  }

  override get estimatedHeight(): number {
    const { kind, source, images, indent } = this.#part;
    if (indent === null) return -1;
    return knownPart(partKey(source, images))?.height ?? (GUESSES[kind] || source.split('\n').length * LINE_HEIGHT);
  }

  override toDOM(view: EditorView): HTMLElement {
    const { kind, source, images, indent } = this.#part;
    const isBlock = indent !== null;
    const content: HTMLElement = document.createElement(isBlock ? 'div' : 'span');
    const dom = isBlock ? this.#frame(view, content) : content;
    content.className = isBlock ? `${preview['prose']} cm-live-content` : `${preview['prose']} cm-live-inline`;
    if (indent) dom.style.marginInlineStart = `${indent}ch`;
    content.addEventListener('click', followLink);
    content.addEventListener('mousedown', (event) => this.#open(event, view, dom));
    const known = knownPart(partKey(source, images));
    if (known) fill(content, known.html, isBlock);
    else {
      // Until it is rendered, as what it is.
      content.textContent = source;
      content.dataset['waiting'] = '';
      const stopped = new AbortController();
      rendering.set(dom, stopped);
      void renderPart(source, images, stopped.signal).then((html) => {
        if (html === null || stopped.signal.aborted) return;
        fill(content, html, isBlock);
        this.#measure(view, dom);
      });
    }
    dom.dataset['part'] = kind;
    this.#measure(view, dom);
    return dom;
  }

  override destroy(dom: HTMLElement): void {
    rendering.get(dom)?.abort();
  }

  /** The editor ignores events in it; the widget handles its own clicks. */
  override ignoreEvent(): boolean {
    return true;
  }

  /** Named for screen readers, with a button for what takes the clicks itself. */
  #frame(view: EditorView, content: HTMLElement): HTMLElement {
    const name = NAMES[this.#part.kind];
    const dom = document.createElement('div');
    dom.className = 'cm-live-part';
    dom.setAttribute('role', 'group');
    dom.setAttribute('aria-label', name);
    const button = document.createElement('button');
    button.type = 'button';
    button.tabIndex = -1;
    button.className = 'cm-live-edit';
    button.textContent = 'Edit';
    button.setAttribute('aria-label', `Edit ${name.toLowerCase()}`);
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => select(view, view.posAtDOM(dom)));
    dom.append(content, button);
    return dom;
  }

  #open(event: MouseEvent, view: EditorView, dom: HTMLElement): void {
    if (event.button !== 0 || !(event.target instanceof Element) || event.target.closest(INTERACTIVE)) return;
    event.preventDefault();
    const at = view.posAtDOM(dom);
    select(view, this.#part.kind === 'table' ? cellAt(view, at, event.target) : at);
  }

  #measure(view: EditorView, dom: HTMLElement): void {
    const { source, images, indent } = this.#part;
    if (indent === null) return view.requestMeasure();
    view.requestMeasure({
      key: dom,
      read: () => {
        if (!dom.isConnected) return;
        markWideParts(dom);
        const known = knownPart(partKey(source, images));
        // Images arrive later, and change it.
        if (known && dom.offsetHeight > 0) known.height = dom.offsetHeight;
      },
    });
  }
}

/** Fills in the HTML, and takes its links out of the tab order. */
function fill(content: HTMLElement, html: SafeHtml, isBlock: boolean): void {
  content.replaceChildren();
  delete content.dataset['waiting'];
  patchBlocks(content, html);
  const [only] = content.children;
  if (!isBlock && only?.tagName === 'P') only.replaceWith(...only.childNodes);
  for (const link of content.querySelectorAll('a')) link.tabIndex = -1;
}

function select(view: EditorView, at: number): void {
  view.dispatch({ selection: { anchor: at }, scrollIntoView: true, userEvent: 'select' });
  view.focus();
}

/** The place of the text of a table's cell. */
function cellAt(view: EditorView, at: number, target: Element): number {
  const cell = target.closest('td, th');
  const row = cell?.closest('tr');
  const table = row?.closest('table');
  if (!(cell instanceof HTMLTableCellElement) || !row || !table) return at;
  const index = [...table.rows].indexOf(row);
  const first = view.state.doc.lineAt(at).number;
  // The delimiter line has no row in the table.
  const number = first + index + (index > 0 ? 1 : 0);
  if (number > view.state.doc.lines) return at;
  const line = view.state.doc.line(number);
  return line.from + columnOfCell(line.text, cell.cellIndex);
}
