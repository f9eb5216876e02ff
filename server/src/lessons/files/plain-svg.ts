import { isUtf8 } from '#content/text-file.ts';

const START =
  /^\uFEFF?\s*(?:<\?xml\b[^<>]{0,500}\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE\s+svg\b[^<>[\]]{0,500}>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<svg[\s>]/i;
/** Elements that run code, or have a page inside; with or without a prefix. */
const ACTIVE = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe|embed|object|handler|listener|meta|link|base|form)\b/i;
const HANDLER = /[\s"'/]on[a-z]+\s*=/i;
/** References to characters could spell it. */
const ANIMATED_ADDRESS = /\battributeName\s*=\s*(?:"[^"]{0,100}&|'[^']{0,100}&|["']?\s*(?:[\w.-]+:)?href\b)/i;
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
  if (!START.test(text) || [ACTIVE, HANDLER, ANIMATED_ADDRESS, DECLARED].some((pattern) => pattern.test(text))) return false;
  return [...text.matchAll(ADDRESS)].every(([, double, single, bare]) => HARMLESS.test(double ?? single ?? bare ?? ''));
}
