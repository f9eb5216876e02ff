import type { XmlElement } from './read-xml.ts';

type Children = readonly (XmlElement | string)[];

/** An element to be written. Attributes that are undefined are left out. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  children: Children | string = [],
): XmlElement {
  const given = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
  return { name, attributes: Object.fromEntries(given), children: typeof children === 'string' ? [children] : children };
}

/** The same with each child on its own line, where space between them means nothing. */
export function xmlLines(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  children: readonly XmlElement[],
): XmlElement {
  return xmlElement(name, attributes, children.length === 0 ? [] : ['\n', ...children.flatMap((child) => [child, '\n'])]);
}

/** An XML document. Characters that XML can't have are left out. */
export function writeXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXmlElement(root)}\n`;
}

/** An element as XML, which is also HTML: elements without content have a start and an end, except those that HTML knows as empty. */
export function writeXmlElement({ name, attributes, children }: XmlElement): string {
  const start = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('')}`;
  if (children.length === 0 && EMPTY.has(name)) return `<${start}/>`;
  return `<${start}>${children.map((child) => (typeof child === 'string' ? escaped(child) : writeXmlElement(child))).join('')}</${name}>`;
}

const EMPTY = new Set(['br', 'hr', 'img', 'col']);

function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
