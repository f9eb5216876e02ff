/** Elements allowed in the HTML of a value: tables, lists and text markup. Nothing that loads, runs or covers the page. */
const TAGS = new Set(
  'table thead tbody tfoot caption colgroup col tr th td div span p br hr pre code samp kbd b strong i em u s small sub sup ul ol li dl dt dd h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
);
/** Elements whose text is dropped too: data frames come with a style sheet. */
const DROPPED = new Set(['script', 'style', 'template', 'noscript', 'title', 'textarea', 'select', 'iframe', 'object', 'svg', 'math']);
const ATTRIBUTES = ['colspan', 'rowspan', 'scope'];

/**
 * Copies `source` into `target`, allowed elements only, so that nothing has to be removed afterwards. The HTML comes from arbitrary code;
 * `source` must belong to an inert document (`DOMParser`).
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
  // The empty corner cell of a data frame is no heading.
  const copy = target.ownerDocument.createElement(name === 'th' && element.textContent.trim() === '' ? 'td' : name);
  for (const attribute of ATTRIBUTES) {
    const value = element.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  copySafely(element, copy);
  target.append(copy);
}
