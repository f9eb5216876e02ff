import { isUtf8 } from '#platform/content/text-file.ts';

/** What may precede the image, besides comments: each once, in this order. */
const DECLARATION = /<\?xml\b[^<>]{0,500}\?>/iy;
const DOCUMENT_TYPE = /<!DOCTYPE\s{1,500}svg\b[^<>[\]]{0,500}>/iy;
const ELEMENT = /<svg[\s>]/iy;
/** Elements that run code, or have a page inside; with or without a prefix. */
const ACTIVE = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|meta|link|base|form)\b/i;
const HANDLER = /[\s"'/]on[a-z]+\s*=/i;
/** References to characters could spell it. */
const ANIMATED_ADDRESS = /\battributeName\s*=\s*(?:"[^"]{0,100}&|'[^']{0,100}&|(?:["']\s*)?(?:[\w.-]+:)?href\b)/i;
/** What gives text another meaning. Editors write style sheets as CDATA. */
const DECLARED = /<!ENTITY|<!ATTLIST|<!\[CDATA\[/i;
const STYLES = /(<style\b[^<>]{0,200}>\s*)<!\[CDATA\[[^<]*\]\]>(?=\s*<\/style>)/gi;
/** What Graphviz declares. */
const XLINK = /\[\s*<!ATTLIST svg xmlns:xlink CDATA #FIXED "http:\/\/www\.w3\.org\/1999\/xlink">\s*\](?=>)/;
const ADDRESS = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** Within the file, a picture inside it, or a website that a reader can follow a link to. */
const HARMLESS = /^\s*(?:#[^&]*|data:image\/(?:png|jpe?g|gif|webp);[^&<]*|https?:\/\/(?:[^&]|&amp;)*)?$/i;

/**
 * Whether a file is an SVG image without scripts, event handlers and embedded pages. Pages show images in a sandbox, where these do
 * nothing, but a browser runs them when someone opens the image file of an exported lesson. Files that can't be judged are refused.
 */
export function isPlainSvg(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  const text = new TextDecoder().decode(bytes).replace(STYLES, '$1').replace(XLINK, '');
  if (!startsWithSvg(text) || [ACTIVE, HANDLER, ANIMATED_ADDRESS, DECLARED].some((pattern) => pattern.test(text))) return false;
  return [...text.matchAll(ADDRESS)].every(([, double, single, bare]) => HARMLESS.test(double ?? single ?? bare ?? ''));
}

/** Reads on from the start, so that comments without end can't make it slow. */
function startsWithSvg(text: string): boolean {
  let at = afterBlanks(text, 0);
  at = afterBlanks(text, afterMatch(DECLARATION, text, at));
  at = afterComments(text, at);
  at = afterBlanks(text, afterMatch(DOCUMENT_TYPE, text, at));
  at = afterComments(text, at);
  return afterMatch(ELEMENT, text, at) > at;
}

/** The position after what a sticky pattern matches; the same one if it doesn't. */
function afterMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

const BLANKS = /\s*/y;

function afterBlanks(text: string, at: number): number {
  return afterMatch(BLANKS, text, at);
}

function afterComments(text: string, start: number): number {
  let at = start;
  while (text.startsWith('<!--', at)) {
    const end = text.indexOf('-->', at + '<!--'.length);
    if (end < 0) return at;
    at = afterBlanks(text, end + '-->'.length);
  }
  return at;
}
