import type { HtmlElement } from './html-element.ts';
import type { Losses } from './rich-text.ts';

/** A paragraph that Word or Word on the web means as a heading or as an item of a list. */
export type OfficeParagraph =
  | { readonly type: 'heading'; readonly level: number }
  | { readonly type: 'item'; readonly level: number; readonly isOrdered: boolean; readonly start: number };

/** What is no part of the text: the sign before an item, shapes of Word, footnotes and comments. Null: text. */
export function officePart(element: HtmlElement, declared: ReadonlyMap<string, string>): keyof Losses | 'marker' | 'nothing' | null {
  if (declared.get('mso-list') === 'ignore') return 'marker';
  const kind = declared.get('mso-element');
  const name = element.getAttribute('class') ?? '';
  // Counted where the text refers to them.
  if (kind !== undefined && /^(?:footnote|endnote|comment)/.test(kind)) return 'nothing';
  if (declared.has('mso-footnote-id') || declared.has('mso-endnote-id')) return 'footnotes';
  if (declared.get('mso-special-character') === 'comment') return 'comments';
  if (/(?:^|\s)MsoCommentReference(?:\s|$)/.test(name))
    return element.querySelector('[style*="special-character"]') ? 'comments' : 'nothing';
  if (/(?:^|\s)(?:MsoFootnoteText|MsoEndnoteText|MsoCommentText)(?:\s|$)/.test(name)) return 'nothing';
  // Libre Office, Wikipedia, Google Docs.
  if (/(?:^|\s)(?:sdfootnoteanc|sdendnoteanc)(?:\s|$)/.test(name)) return 'footnotes';
  if (element.localName === 'sup' && /(?:^|\s)reference(?:\s|$)/.test(name)) return 'footnotes';
  if (/^(?:sdfootnote|sdendnote)\d+$/.test(element.id)) return 'nothing';
  if (element.localName === 'sup' && /^(?:ftnt_ref|cmnt_ref)/.test(element.firstElementChild?.id ?? ''))
    return element.firstElementChild?.id.startsWith('cmnt') ? 'comments' : 'footnotes';
  return /^(?:v|w|m|x|st1):/.test(element.tagName.toLowerCase()) ? 'nothing' : null;
}

/** What a paragraph is, by its tag, its role or its style in Word; null: nothing but a paragraph. */
export function officeBlock(element: HtmlElement, tag: string, declared: ReadonlyMap<string, string>): OfficeParagraph | null {
  const heading = headingLevel(element, tag, declared);
  if (heading !== null) return { type: 'heading', level: heading };
  const listed = /\blevel(\d)\b/.exec(declared.get('mso-list') ?? '');
  if (!listed) return null;
  const sign = markerOf(element);
  const number = /^\(?(\d{1,9})[.)]/.exec(sign)?.[1];
  const isOrdered = number !== undefined || /^\(?(?:[a-z]|[ivxlcdm]+)[.)]/i.test(sign);
  return { type: 'item', level: Number(listed[1]), isOrdered, start: number === undefined ? 1 : Number(number) };
}

function headingLevel(element: HtmlElement, tag: string, declared: ReadonlyMap<string, string>): number | null {
  const byTag = /^h([1-6])$/.exec(tag)?.[1];
  if (byTag !== undefined) return Number(byTag);
  if (element.getAttribute('role') === 'heading') return Number(element.getAttribute('aria-level') ?? 2) || 2;
  if (tag !== 'p' && tag !== 'div') return null;
  const name = element.getAttribute('class') ?? '';
  const byClass = /(?:^|\s)MsoHeading([1-6])(?:\s|$)/i.exec(name)?.[1] ?? /^([1-6])$/.exec(declared.get('mso-outline-level') ?? '')?.[1];
  if (byClass !== undefined) return Number(byClass);
  return /(?:^|\s)MsoTitle(?:CxSp\w+)?(?:\s|$)/.test(name) ? 1 : null;
}

/** The number or bullet that Word wrote before an item. */
function markerOf(element: HtmlElement): string {
  for (const span of element.querySelectorAll('span')) {
    if (/mso-list:\s*ignore/i.test(span.getAttribute('style') ?? '')) return (span.textContent ?? '').replaceAll('\u00A0', ' ').trim();
  }
  return '';
}
