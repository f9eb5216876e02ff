/** What the HTML form of a value may be made of: tables, lists and plain text marks. Nothing that fetches, acts or lays over. */
const TAGS = new Set(
  'table thead tbody tfoot caption colgroup col tr th td div span p br hr pre code samp kbd b strong i em u s small sub sup ul ol li dl dt dd h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
);
/** Their text is no content either: data frames bring a style sheet of their own. */
const DROPPED = new Set(['script', 'style', 'template', 'noscript', 'title', 'textarea', 'select', 'iframe', 'object', 'svg', 'math']);
const ATTRIBUTES = ['colspan', 'rowspan', 'scope'];

/**
 * Copies `source` below `target`, element by element: what is not allowed is never made, so nothing needs to be taken out.
 * The source comes from code that anybody may have written; it must belong to a document that runs nothing (`DOMParser`).
 */
export function copySafely(source: Node, target: Element): void {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.append(node.nodeValue ?? '');
    else if (node.nodeType === Node.ELEMENT_NODE) copyElement(node as Element, target);
  }
}

function copyElement(element: Element, target: Element): void {
  const name = element.localName.toLowerCase();
  if (DROPPED.has(name)) return;
  if (!TAGS.has(name)) {
    copySafely(element, target);
    return;
  }
  // The empty corner of a data frame is a heading of nothing.
  const copy = target.ownerDocument.createElement(name === 'th' && element.textContent.trim() === '' ? 'td' : name);
  for (const attribute of ATTRIBUTES) {
    const value = element.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  copySafely(element, copy);
  target.append(copy);
}
