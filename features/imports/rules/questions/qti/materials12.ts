import { elementsBelow, elementsIn, textIn, type XmlElement } from '#platform/content/xml/read-xml.ts';
import { writeXmlElement, xmlElement } from '#platform/content/xml/write-xml.ts';
import type { QuestionList } from '../question-list.ts';
import { foreignText } from '../texts.ts';
import type { FeedbackText } from './conditions12.ts';

export function isResponse({ name }: XmlElement): boolean {
  return name.startsWith('response_') && name !== 'response_label';
}

/** A text that an item refers to, in its place. */
const SHARED = 'shared';
const CONTAINER = /^(?:material|flow|flow_mat|presentation|mat_extension|solution|solutionmaterial)$/;

/**
 * What is shown, as HTML.
 *
 * @param responseOf what is in the place of a response
 */
export function materialHtml(element: XmlElement, responseOf: (response: XmlElement) => string = () => ''): string {
  return elementsIn(element)
    .map((child): string => {
      if (isResponse(child)) return responseOf(child);
      if (/^(?:mattext|mat_formattedtext)$/.test(child.name)) return textOf(child);
      if (child.name === 'matemtext') return writeXmlElement(xmlElement('em', {}, textIn(child)));
      if (child.name === 'matimage')
        return writeXmlElement(xmlElement('img', { src: child.attributes['uri'] ?? '', alt: child.attributes['label'] ?? '' }));
      if (child.name === 'matbreak') return '<br>';
      if (child.name === SHARED) return `<div>${materialHtml(child)}</div>`;
      return CONTAINER.test(child.name) ? materialHtml(child, responseOf) : '';
    })
    .join('');
}

function textOf(text: XmlElement): string {
  const written = textIn(text);
  const { uri = '' } = text.attributes;
  if (/^https?:\/\//i.test(uri)) return writeXmlElement(xmlElement('a', { href: uri }, written || uri));
  if (/html/i.test(text.attributes['texttype'] ?? text.attributes['type'] ?? '')) return written;
  return writeXmlElement(xmlElement('span', {}, written)).replaceAll(/\r?\n/g, '<br>');
}

const PASSAGES: ReadonlySet<string> = new Set(['presentation_material', 'rubric', 'itemrubric', 'objectives']);

/** Texts beside the questions of a part or beside an item that are for learners, as HTML. */
export function candidateTexts(part: XmlElement, shared?: SharedMaterials): string {
  return elementsIn(part)
    .filter(({ name, attributes }) => PASSAGES.has(name) && /^(?:all|candidate)$/i.test(attributes['view'] ?? 'all'))
    .map((each) => `<div>${materialHtml(shared?.fill(each) ?? each)}</div>`)
    .join('');
}

/** Characters of shared texts that items repeat: more is an attack or a mistake. */
const SHARED_MAX = 5_000_000;

/** Texts and images that several items refer to. */
export class SharedMaterials {
  readonly #known: ReadonlyMap<string, XmlElement>;
  #left = SHARED_MAX;

  constructor(root: XmlElement) {
    const named = [...elementsBelow(root)].filter(({ name, attributes }) => name.startsWith('mat') && attributes['ident'] !== undefined);
    this.#known = new Map(named.map((element) => [element.attributes['ident'] ?? '', element]));
  }

  /** An item with what it refers to in the places where it does. */
  fill(element: XmlElement): XmlElement {
    if (this.#known.size === 0) return element;
    const children = element.children.map((child) => {
      if (typeof child === 'string') return child;
      return child.name === 'material_ref' || child.name === 'matref' ? this.#take(child) : this.fill(child);
    });
    return { ...element, children };
  }

  #take(reference: XmlElement): XmlElement {
    const found = this.#known.get(reference.attributes['linkrefid'] ?? '');
    this.#left -= found ? textIn(found).length : 0;
    return found && this.#left >= 0
      ? { name: SHARED, attributes: {}, children: found.name === 'material' ? found.children : [found] }
      : reference;
  }
}

/** The feedback of an item. */
export class ItemFeedback {
  readonly #written: ReadonlyMap<string, XmlElement>;
  readonly #converted = new Map<string, string>();
  readonly #list: QuestionList;
  readonly #place: string;

  constructor(item: XmlElement, list: QuestionList, place: string) {
    this.#written = new Map(elementsIn(item, 'itemfeedback').map((each) => [each.attributes['ident'] ?? '', each]));
    this.#list = list;
    this.#place = place;
  }

  /** As Markdown; empty: there is none. */
  readonly textOf: FeedbackText = (ids) =>
    ids
      .map((id) => this.#textOf(id))
      .filter((text) => text !== '')
      .join('\n\n');

  /** Whether there is feedback that no answer has. */
  get isLeft(): boolean {
    return [...this.#written].some(([id, each]) => !this.#converted.has(id) && textIn(each).trim() !== '');
  }

  /** Whether there are hints or solutions that no answer has. */
  get hasHints(): boolean {
    const isOne = (each: XmlElement) =>
      [...elementsBelow(each)].some((part) => /^(?:hint|solution)$/.test(part.name) && textIn(part).trim() !== '');
    return [...this.#written].some(([id, each]) => !this.#converted.has(id) && isOne(each));
  }

  #textOf(id: string): string {
    const written = this.#written.get(id);
    const text = this.#converted.get(id) ?? (written ? this.#list.texts.markdown(foreignText(materialHtml(written)), this.#place) : '');
    this.#converted.set(id, text);
    return text;
  }
}
