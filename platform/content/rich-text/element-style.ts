import type { HtmlElement } from './html-element.ts';
import { MARK } from './rich-text.ts';

/** What an element says about the text in it. */
export interface TextStyle {
  readonly marks: number;
  readonly href: string | null;
  /** Line ends in the source are line ends on the page. */
  readonly keepsLines: boolean;
}

export const PLAIN: TextStyle = { marks: 0, href: null, keepsLines: false };

const TAG_MARKS: Readonly<Record<string, number>> = {
  b: MARK.bold,
  strong: MARK.bold,
  i: MARK.italic,
  em: MARK.italic,
  cite: MARK.italic,
  dfn: MARK.italic,
  var: MARK.italic,
  s: MARK.strike,
  strike: MARK.strike,
  del: MARK.strike,
  sup: MARK.superscript,
  sub: MARK.subscript,
  code: MARK.code,
  kbd: MARK.code,
  samp: MARK.code,
  tt: MARK.code,
};
const MONOSPACE = /mono(?!type)|courier|consolas|menlo|monaco|lucida console|source code/;

/** The declarations of an element's own style. A later one wins. */
export function declarationsOf(element: HtmlElement): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const part of (element.getAttribute('style') ?? '').split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0)
      declared.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
  }
  return declared;
}

/** The style of the text in an element, by its tag and then by its own style: Docs wraps a paste in `<b>` that isn't bold. */
export function styleOf(tag: string, declared: ReadonlyMap<string, string>, outer: TextStyle, face: string | null): TextStyle {
  let marks = outer.marks | (TAG_MARKS[tag] ?? 0);
  const set = (bit: number, isOn: boolean | null) => {
    if (isOn !== null) marks = isOn ? marks | bit : marks & ~bit;
  };
  set(MARK.bold, isBold(declared.get('font-weight')));
  const slant = declared.get('font-style');
  set(MARK.italic, slant === undefined || slant === 'inherit' ? null : /italic|oblique/.test(slant));
  if (/line-through/.test(`${declared.get('text-decoration') ?? ''} ${declared.get('text-decoration-line') ?? ''}`)) marks |= MARK.strike;
  const height = declared.get('vertical-align');
  if (height === 'super') marks |= MARK.superscript;
  if (height === 'sub') marks |= MARK.subscript;
  const font = (declared.get('font-family') ?? face)?.toLowerCase().split(',', 1)[0];
  if (font !== undefined) set(MARK.codeFont, MONOSPACE.test(font));
  const space = declared.get('white-space');
  return { ...outer, marks, keepsLines: space === undefined ? outer.keepsLines : space.startsWith('pre') };
}

function isBold(weight: string | undefined): boolean | null {
  if (weight === undefined || weight === 'inherit') return null;
  if (weight === 'bold' || weight === 'bolder') return true;
  return weight === 'normal' ? false : Number(weight) >= 600;
}

const HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-hidden|mw-editsection|noprint|anchor|headerlink|anchorjs-link|jp-\w*Prompt|input_prompt|output_prompt|linenos?|lineno|gutter|blob-num)(?:\s|$)/i;
const NEVER_SHOWN = new Set(
  'script style head title meta link template noscript button input select textarea svg datalist colgroup col audio map applet'.split(' '),
);

/** Whether readers don't see an element, or it is no part of the text: buttons, line numbers, links to headings. */
export function isHidden(element: HtmlElement, tag: string, declared: ReadonlyMap<string, string>): boolean {
  if (NEVER_SHOWN.has(tag) || element.hasAttribute('hidden')) return true;
  if (declared.get('display') === 'none' || declared.get('visibility') === 'hidden' || declared.get('mso-hide') === 'all') return true;
  if (/^0(?:px|pt)?$/.test(declared.get('font-size') ?? '')) return true;
  if (element.getAttribute('aria-hidden') === 'true' && tag !== 'img') return true;
  return HIDDEN_CLASS.test(element.getAttribute('class') ?? '');
}
