import { SaxesParser } from 'saxes';

/** An element, with names as they are without a prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements and texts in their order. */
  readonly children: readonly (XmlElement | string)[];
}

/** A text that is no XML, or that exceeds a limit. The message is a sentence for its author. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Of what people nest and list; more is an attack or a mistake. */
const BOUNDS = { depth: 200, elements: 500_000, attributes: 200 } as const;

/**
 * Parses XML, without what makes it dangerous: a document type, and with it entities of its own and of other files, is refused. Takes time
 * linear in the text.
 *
 * @throws XmlError
 */
export function readXml(text: string, bounds: Readonly<Record<keyof typeof BOUNDS, number>> = BOUNDS): XmlElement {
  const parser = new SaxesParser();
  const root: { name: string; attributes: Record<string, string>; children: (XmlElement | string)[] } = {
    name: '',
    attributes: {},
    children: [],
  };
  const open = [root];
  let elements = 0;
  const addText = (part: string) => open.at(-1)?.children.push(part);
  parser.on('error', (error) => {
    throw new XmlError(`The XML is not valid at line ${parser.line}: ${sentence(error.message)}`);
  });
  parser.on('doctype', () => {
    throw new XmlError('The XML has a document type (<!DOCTYPE …>), which is not allowed. Remove it.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const given = Object.entries(attributes);
    if (++elements > bounds.elements)
      throw new XmlError(`The XML has more than ${bounds.elements.toLocaleString('en')} elements. Split it.`);
    if (open.length > bounds.depth) throw new XmlError(`The XML is nested more than ${bounds.depth} deep.`);
    if (given.length > bounds.attributes) throw new XmlError(`An element of the XML has more than ${bounds.attributes} attributes.`);
    const element = {
      name: localName(name),
      attributes: Object.fromEntries(given.map(([key, value]) => [localName(key), value])),
      children: [],
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text.replace(/^\uFEFF/, '')).close();
  const [element] = root.children.filter((child) => typeof child !== 'string');
  if (!element) throw new XmlError('The XML has no element.');
  return element;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Without the position that the parser puts before it. */
function sentence(message: string): string {
  return message.replace(/^[\d:\s]+/, '').slice(0, 200);
}

/** The children of an element that are elements: all, or those with a name. */
export function elementsIn({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter((child) => typeof child !== 'string').filter((child) => name === undefined || child.name === name);
}

/** The first child with a name. */
export function elementIn(element: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(element, name)[0];
}

/** The elements below an element, however deep, in the order of the text. */
export function* elementsBelow(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsIn(element)) {
    yield child;
    yield* elementsBelow(child);
  }
}

/** All text below an element, or below its child with a name; empty: there is none. */
export function textIn(element: XmlElement | undefined, name?: string): string {
  const from = element && name !== undefined ? elementIn(element, name) : element;
  return from ? from.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('') : '';
}
