import type { DefaultTreeAdapterTypes } from 'parse5';
import { boundedFragment, MarkupLimitError } from '../markdown-tree.ts';
import type { HtmlElement, HtmlNode } from './html-element.ts';
import { type ReadHtml, readHtml } from './read-html.ts';

/** Where elements or depth exceed this, HTML is read as its text. */
const BOUNDS = { depth: 150, elements: 20_000, attributeCharacters: 1_000_000 } as const;

/** Reads HTML without a browser. Null: it is nested too deeply, or has too many elements. */
export function readParsedHtml(html: string, imageAt: (src: string) => string | null): ReadHtml | null {
  try {
    return readHtml(new ParsedElement('body', [], boundedFragment(html, BOUNDS).childNodes), imageAt);
  } catch (error) {
    if (error instanceof MarkupLimitError) return null;
    throw error;
  }
}

class ParsedText implements HtmlNode {
  readonly nodeType = 3;
  readonly nodeValue: string;
  readonly firstChild = null;
  nextSibling: HtmlNode | null = null;

  constructor(text: string) {
    this.nodeValue = text;
  }

  get textContent(): string {
    return this.nodeValue;
  }
}

/** An element of parse5 as {@link readHtml} reads it. */
class ParsedElement implements HtmlElement {
  readonly nodeType = 1;
  readonly nodeValue = null;
  readonly localName: string;
  nextSibling: HtmlNode | null = null;
  parentElement: ParsedElement | null = null;
  readonly children: ParsedElement[] = [];
  readonly #nodes: (ParsedElement | ParsedText)[] = [];
  readonly #attributes: ReadonlyMap<string, string>;

  constructor(
    name: string,
    attributes: readonly { readonly name: string; readonly value: string }[],
    nodes: readonly DefaultTreeAdapterTypes.ChildNode[],
  ) {
    this.localName = name;
    this.#attributes = new Map(attributes.map((attribute) => [attribute.name, attribute.value]));
    for (const node of nodes) {
      if ('tagName' in node) this.#add(new ParsedElement(node.tagName, node.attrs, node.childNodes));
      else if ('value' in node) this.#add(new ParsedText(node.value));
    }
  }

  #add(node: ParsedElement | ParsedText): void {
    const last = this.#nodes.at(-1);
    if (last) last.nextSibling = node;
    this.#nodes.push(node);
    if (!(node instanceof ParsedElement)) return;
    node.parentElement = this;
    this.children.push(node);
  }

  get tagName(): string {
    return this.localName.toUpperCase();
  }

  get id(): string {
    return this.getAttribute('id') ?? '';
  }

  get className(): string {
    return this.getAttribute('class') ?? '';
  }

  get firstChild(): HtmlNode | null {
    return this.#nodes[0] ?? null;
  }

  get firstElementChild(): ParsedElement | null {
    return this.children[0] ?? null;
  }

  get textContent(): string {
    return this.#nodes.map((node) => node.textContent).join('');
  }

  readonly getAttribute = (name: string): string | null => this.#attributes.get(name) ?? null;

  readonly hasAttribute = (name: string): boolean => this.#attributes.has(name);

  readonly querySelector = (selector: string): ParsedElement | null => {
    for (const found of this.#matches(selectorsOf(selector))) return found;
    return null;
  };

  readonly querySelectorAll = (selector: string): ParsedElement[] => [...this.#matches(selectorsOf(selector))];

  readonly closest = (selector: string): ParsedElement | null => closestOf(this, selectorsOf(selector));

  *#matches(selectors: readonly Selector[], scope: ParsedElement = this): Generator<ParsedElement> {
    for (const child of this.children) {
      if (fits(child, selectors, scope)) yield child;
      yield* child.#matches(selectors, scope);
    }
  }
}

/** A selector as its steps from parent to child. */
type Selector = readonly string[];

const SCOPE = ':scope';
const known = new Map<string, readonly Selector[]>();

/** Of what stylesheets have, only what {@link readHtml} asks for: `a, b`, `:scope > a > b`, tags, `.class`, `[name]`, `[name="value"]`, `[name*="value"]`. */
function selectorsOf(selector: string): readonly Selector[] {
  const found = known.get(selector) ?? selector.split(',').map((each) => each.split('>').map((step) => step.trim()));
  known.set(selector, found);
  return found;
}

function closestOf(from: ParsedElement, selectors: readonly Selector[]): ParsedElement | null {
  let element: ParsedElement | null = from;
  while (element && !fits(element, selectors, null)) element = element.parentElement;
  return element;
}

/** @param scope what `:scope` is */
function fits(from: ParsedElement, selectors: readonly Selector[], scope: ParsedElement | null): boolean {
  return selectors.some((steps) => {
    let element: ParsedElement | null = from;
    for (const step of steps.toReversed()) {
      if (!element || (step === SCOPE ? element !== scope : !isSimple(step, element))) return false;
      element = element.parentElement;
    }
    return true;
  });
}

/** @throws Error for a step that isn't a tag, a class and an attribute at most */
function isSimple(step: string, element: ParsedElement): boolean {
  const read = /^([\w-]*)(?:\.([\w-]+))?(?:\[([\w-]+)(?:(\*?=)"([^"]*)")?\])?$/.exec(step);
  if (!read || step === '') throw new Error(`The selector ${step} can’t be read.`);
  const [, tag = '', className, name = '', sign, value = ''] = read;
  if (tag !== '' && element.localName !== tag) return false;
  if (className !== undefined && !element.className.split(/\s+/).includes(className)) return false;
  const given = name === '' ? null : element.getAttribute(name);
  if (name !== '' && given === null) return false;
  return sign === undefined || (sign === '=' ? given === value : given?.includes(value) === true);
}
