import type { Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import { accessibleName, type MarkdownElement } from './read-markdown.ts';
import { shortened } from './text-elements.ts';

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * What is wrong with a language tag: null if nothing is, else the tag that it should be, or an empty one if that is unknown. Only its first
 * part is judged, which screen readers choose a voice by. Codes of three letters are taken as they are, because only a few of the
 * thousands have a name here.
 */
function betterLanguage(tag: string): string | null {
  const [primary = ''] = tag.split('-');
  const canonical = canonicalOf(tag) ?? canonicalOf(primary);
  if (canonical === null) return '';
  const [known = ''] = canonical.split('-');
  if (known.length < primary.length) return canonical;
  if (primary.length === 3) return null;
  return LANGUAGE_NAMES.of(known) === undefined ? '' : null;
}

function canonicalOf(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Whether anything is read in the language of an element: not only in that of an element in it. */
function hasWords(element: MarkdownElement): boolean {
  if (element.tag === 'img') return accessibleName(element) !== '';
  return element.children.some((child) =>
    typeof child === 'string' ? child.trim() !== '' : !child.attributes.has('lang') && hasWords(child),
  );
}

export function* languages(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  if (!/\blang\s*=/i.test(text.source)) return;
  for (const element of text.markdown.elements) {
    const lang = element.attributes.get('lang');
    // An empty one says that the language is unknown.
    if (lang === undefined || lang === '' || !hasWords(element)) continue;
    const better = betterLanguage(lang);
    if (better === null) continue;
    const { span } = element;
    const written = /\blang\s*=\s*["']?/i.exec(text.source.slice(span.start, span.end));
    const start = span.start + (written ? written.index + written[0].length : 0);
    const canFix = better !== '' && written !== null && text.source.startsWith(lang, start);
    const fix = canFix ? text.fix(`Use “${better}”`, { start, end: start + lang.length }, better) : null;
    yield text.found(
      'language-invalid',
      span,
      `No language has the code “${shortened(lang)}”, so a screen reader can’t read this in it.`,
      fix,
    );
  }
}
