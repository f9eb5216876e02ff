import { isSameName } from '#platform/content/file-names.ts';
import { imageNameOf, markdownImagePath } from '#platform/content/image-path.ts';
import { type LessonLink, lessonLinkOf } from '#platform/content/lesson-link.ts';
import { isTypesettable } from '#platform/content/markdown.ts';
import { isSafeName } from '#platform/content/safe-path.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';
import { languages } from './language-rules.ts';
import type { Fix, Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import { existsInLesson, namesIn } from './lesson-names.ts';
import { nearest } from './nearest.ts';
import { accessibleName, descendants, isExposed, isMarkedDecorative, type MarkdownElement } from './read-markdown.ts';
import { tableHeaders, tableHeadersBroken, tableHeadersUnused } from './table-rules.ts';
import { elementsOf, shortened, unlink, withoutAttribute } from './text-elements.ts';
import type { Span } from './text-position.ts';

type TextRule = (documents: LessonDocuments, text: LessonText) => Iterable<Found>;

/** Hidden from screen readers on purpose. */
function isDecorative(element: MarkdownElement): boolean {
  // In HTML an empty alt text says that the image is decoration. In Markdown it was only left out.
  return isMarkedDecorative(element) || (!element.isExact && element.attributes.get('alt') === '');
}

function* imagesMissing({ lesson }: LessonDocuments, text: LessonText): Iterable<Found> {
  const names = lesson.images.map(({ file_name }) => file_name);
  for (const { attributes, span, isExact } of elementsOf(text, 'img')) {
    const name = imageNameOf(attributes.get('src') ?? '');
    if (name === null || names.some((each) => isSameName(each, name))) continue;
    const near = nearest(name, names);
    const fix = isExact ? (near === null ? text.fix('Remove the image', span, '') : replaceImage(text, span, near)) : null;
    yield text.found('image-missing', span, `The lesson has no image “${shortened(name)}”.`, fix);
  }
}

function replaceImage(text: LessonText, span: Span, name: string): Fix | null {
  const source = text.source.slice(span.start, span.end);
  const address = /(\]\(\s*<?)([^\s)<>]+)/.exec(source);
  if (!address) return null;
  const start = span.start + address.index + (address[1] ?? '').length;
  return text.fix(`Show “${name}”`, { start, end: start + (address[2] ?? '').length }, markdownImagePath(name));
}

function* imageAddresses(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const { attributes, span, isExact } of elementsOf(text, 'img')) {
    const src = attributes.get('src') ?? '';
    if (imageNameOf(src) !== null || (/^https?:\/\//i.test(src) && URL.canParse(src))) continue;
    const message = src === '' ? 'This image has no address.' : `Learners can’t open the image at “${shortened(src)}”.`;
    yield text.found('image-address', span, message, isExact ? text.fix('Remove the image', span, '') : null);
  }
}

function* altMissing(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const image of elementsOf(text, 'img')) {
    if (isDecorative(image) || accessibleName(image) !== '') continue;
    const title = (image.attributes.get('title') ?? '').trim();
    const { start } = image.span;
    const fix =
      image.isExact && title !== '' && text.source.startsWith('![', start) && text.source[start + 2] === ']'
        ? text.fix('Use the title as alt text', { start: start + 2, end: start + 2 }, title.replaceAll(/[[\]\\]/g, String.raw`\$&`))
        : null;
    yield text.found('image-alt-missing', image.span, 'This image has no alt text, so a screen reader can’t describe it.', fix);
  }
}

/** Marked as decoration, but a screen reader stops at it anyway. */
function* decorationsExposed(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const image of elementsOf(text, 'img')) {
    const { attributes, isExact, span } = image;
    if (isExact || !isExposed(image) || attributes.get('aria-hidden') === 'true') continue;
    const isMarked = attributes.get('alt') === '' || attributes.has('role');
    // Without a name, it is reported as an image without alt text.
    if (isMarked && (accessibleName(image) !== '' || attributes.get('alt') === ''))
      yield text.found(
        'image-decoration-exposed',
        span,
        'This image is marked as decoration, but a label or “tabindex” makes it part of the text.',
        ['tabindex', 'aria-label', 'aria-labelledby'].map((name) => withoutAttribute(text, image, name)).find((fix) => fix !== null) ??
          null,
      );
  }
}

/** The words of a link are read twice. */
function* altRepeated(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const link of elementsOf(text, 'a')) {
    const images = descendants(link).filter(({ tag }) => tag === 'img');
    const words = images.length === 0 ? '' : plainText(link);
    if (words === '' || !link.attributes.has('href')) continue;
    for (const image of images) {
      if (accessibleName(image).toLowerCase() !== words) continue;
      const { span, isExact } = image;
      const alt = /\balt\s*=\s*(?:"[^"]*"|'[^']*')/i.exec(text.source.slice(span.start, span.end));
      const at = span.start + (alt?.index ?? 0);
      const fix = alt && !isExact ? text.fix('Mark it as decoration', { start: at, end: at + alt[0].length }, 'alt=""') : null;
      yield text.found('image-alt-repeated', span, 'The alt text repeats the words beside it, so a screen reader says them twice.', fix);
    }
  }
}

/** The text of an element without its images, in lower case. */
function plainText(element: MarkdownElement): string {
  const inner = element.children.map((child) => (typeof child === 'string' ? child : plainText(child)));
  return inner.join('').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

const FILE_NAME = /^[^\s/]+\.(?:png|jpe?g|gif|svg|webp|avif)$/i;
const NO_DESCRIPTION = /^(?:image|img|picture|photo|screenshot|screen shot|untitled|graphic|figure|dsc|alt|alt text)?[\s_-]*\d*$/i;

function* altFileNames(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const image of elementsOf(text, 'img')) {
    const alt = (image.attributes.get('alt') ?? '').trim();
    if (alt === '' || isDecorative(image)) continue;
    const src = image.attributes.get('src') ?? '';
    const file = imageNameOf(src) ?? src.split('/').at(-1) ?? '';
    const stem = file.replace(/\.\w+$/, '');
    // A name such as “logo” is also a word, so only one that is made like a file's counts.
    if (FILE_NAME.test(alt) || NO_DESCRIPTION.test(alt) || (alt === stem && /[_\d-]/.test(stem)))
      yield text.found('image-alt-file-name', image.span, `The alt text “${shortened(alt)}” doesn’t say what the image shows.`);
  }
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

function* headings(rule: 'heading-empty' | 'heading-order', text: LessonText): Iterable<Found> {
  let before = 0;
  for (const heading of elementsOf(text, ...HEADINGS)) {
    if (heading.attributes.get('aria-hidden') === 'true') continue;
    const { span } = heading;
    const marks = /^#{1,6}(?:\s|$)/.exec(text.source.slice(span.start))?.[0] ?? null;
    if (accessibleName(heading) === '') {
      const fix = marks === null ? null : text.fix('Remove the heading', wholeLine(text, span), '');
      if (rule === 'heading-empty') yield text.found(rule, span, 'This heading is empty.', fix);
      continue;
    }
    const level = Number(heading.tag.slice(1));
    if (rule === 'heading-order' && before > 0 && level > before + 1) {
      const wanted = before + 1;
      const fix =
        marks === null
          ? null
          : text.fix(`Make it level ${wanted}`, { start: span.start, end: span.start + marks.length }, `${'#'.repeat(wanted)} `);
      yield text.found(rule, span, `This heading is of level ${level}, but the one before it is of level ${before}.`, fix);
      // The next ones are measured by the level that it should have.
      before = wanted;
    } else before = level;
  }
}

/** The lines of a span with their end, if nothing else is on them. */
function wholeLine(text: LessonText, span: Span): Span {
  const lines = text.linesOf(span);
  const isAlone = text.source.slice(lines.start, span.start).trim() === '' && text.source.slice(span.end, lines.end).trim() === '';
  return isAlone ? lines : span;
}

function* linksEmpty(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const link of elementsOf(text, 'a')) {
    const isAnchor = !link.attributes.has('href');
    if (isAnchor || link.attributes.get('aria-hidden') === 'true' || accessibleName(link) !== '') continue;
    const hasImage = link.children.some((child) => typeof child !== 'string');
    const fix = link.isExact && !hasImage ? text.fix('Remove the link', link.span, '') : null;
    yield text.found('link-empty', link.span, 'This link has no text, so learners can’t tell where it leads.', fix);
  }
}

const OPENABLE = /^(?:https?:\/\/|mailto:)/i;
const OTHER_SCHEME = /^[a-z][\w+.-]*:/i;

function* linkAddresses(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const link of elementsOf(text, 'a')) {
    const href = link.attributes.get('href');
    if (href === undefined) continue;
    if (lessonLinkOf(href) !== null) continue;
    const isBad = href.trim() === '' || (OPENABLE.test(href) ? !URL.canParse(href) : OTHER_SCHEME.test(href));
    if (!isBad) continue;
    const message = href.trim() === '' ? 'This link has no address.' : `Learners can’t open a link to “${shortened(href)}”.`;
    yield text.found('link-address', link.span, message, unlink(text, link));
  }
}

/** Where a relative link leads: to a lesson's folder and a path in it; null: not to a lesson. */
export function resolveLink(href: string, from: string): { lesson: string | null; path: string } | null {
  const segments = ['lessons', '.', ...from.split('/').slice(0, -1)];
  const [address = ''] = href.split(/[?#]/);
  let decoded: string;
  try {
    decoded = decodeURIComponent(address);
  } catch {
    return null;
  }
  if (decoded.startsWith('/')) return null;
  for (const step of decoded.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') segments.push(step);
    else if (segments.pop() === undefined) return null;
  }
  const [root, lesson, ...path] = segments;
  if (root !== 'lessons' || lesson === undefined || path.some((step) => !isSafeName(step))) return null;
  return { lesson: lesson === '.' ? null : lesson, path: path.join('/') };
}

/** The short links of a text to other lessons. */
export function* shortLinks(text: LessonText): Iterable<{ link: MarkdownElement; href: string; to: Extract<LessonLink, { kind: 'key' }> }> {
  if (!text.source.includes('lesson:')) return;
  for (const link of elementsOf(text, 'a')) {
    const href = (link.attributes.get('href') ?? '').trim();
    const to = lessonLinkOf(href);
    if (to?.kind === 'key') yield { link, href, to };
  }
}

/** The relative links of a text, with where they lead. */
export function* relativeLinks(text: LessonText): Iterable<{ link: MarkdownElement; href: string; file: string }> {
  if (!/\]|href/i.test(text.source)) return;
  for (const link of elementsOf(text, 'a')) {
    const href = (link.attributes.get('href') ?? '').trim();
    if (href !== '' && !href.startsWith('#') && !OTHER_SCHEME.test(href) && !href.startsWith('//'))
      yield { link, href, file: text.place({ start: 0, end: 0 }).file };
  }
}

function* linksBroken({ lesson }: LessonDocuments, text: LessonText): Iterable<Found> {
  const known = namesIn(lesson);
  for (const { link, href, file } of relativeLinks(text)) {
    const target = resolveLink(href, file);
    // Links to other lessons are for the index of the release.
    if (target !== null && target.lesson !== null) continue;
    if (target === null || !existsInLesson(target.path, known))
      yield text.found('link-broken', link.span, `“${shortened(href)}” doesn’t exist in this lesson.`, unlink(text, link));
  }
  const ids = new Set(text.markdown.elements.flatMap(({ attributes }) => [attributes.get('id') ?? '', attributes.get('name') ?? '']));
  for (const link of elementsOf(text, 'a')) {
    const href = link.attributes.get('href') ?? '';
    if (href.length > 1 && href.startsWith('#') && !ids.has(href.slice(1)) && href !== '#top')
      yield text.found('link-broken', link.span, `This text has no place named “${shortened(href)}”.`, unlink(text, link));
  }
}

/** Only where the target exists: the others are broken anyway. */
function* linksRelative({ lesson }: LessonDocuments, text: LessonText): Iterable<Found> {
  const known = namesIn(lesson);
  for (const { link, href, file } of relativeLinks(text)) {
    const target = resolveLink(href, file);
    if (target?.lesson === null && existsInLesson(target.path, known))
      yield text.found('link-relative', link.span, `“${shortened(href)}” works in git, but learners can’t open it.`, unlink(text, link));
  }
}

function* frames(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  for (const frame of elementsOf(text, 'iframe')) {
    const { attributes, span } = frame;
    // Learners get no frame without an address.
    if (!/^https?:/i.test((attributes.get('src') ?? '').trim()) || accessibleName(frame) !== '') continue;
    yield text.found('frame-title-missing', span, 'This video has no title, so a screen reader can’t announce it.');
  }
}

function* formulas(_documents: LessonDocuments, text: LessonText): Iterable<Found> {
  if (!text.source.includes('$')) return;
  for (const { formula, isDisplay, span } of text.markdown.formulas)
    if (!isTypesettable(formula, isDisplay)) yield text.found('formula-broken', span, 'This formula can’t be typeset.');
}

const LEFTOVERS = /\b(?:TODO|FIXME|TBD|TKTK)\b(?!\s+(?:list|app|item)s?\b)|\blorem\s+ipsum\b/gi;

/** Words that authors leave for themselves. In initial code, `TODO` is for learners. */
export function* leftovers(text: LessonText, code: readonly Span[], comment: string | null): Iterable<Found> {
  const listings = code.toSorted((one, other) => one.end - other.end);
  // Both come in order, so each listing is passed once.
  let passed = 0;
  for (const match of text.source.matchAll(LEFTOVERS)) {
    const [word] = match;
    if (/^[a-z]/.test(word) && !/^lorem/i.test(word)) continue;
    if (text.field === 'initial_code' && /^todo$/i.test(word)) continue;
    const span = { start: match.index, end: match.index + word.length };
    while ((listings[passed]?.end ?? Infinity) < span.end) passed++;
    if ((listings[passed]?.start ?? Infinity) <= span.start) continue;
    yield text.found('leftover', span, `“${word}” is left over.`, removeNote(text, span, comment));
  }
}

/** A note on its own line, in a comment, can go as a whole. */
function removeNote(text: LessonText, span: Span, comment: string | null): Fix | null {
  const lines = text.linesOf(span);
  const line = text.source.slice(lines.start, lines.end).trim();
  const isNote = comment === null ? /^<!--[^>]*-->$/.test(line) : line.startsWith(comment);
  return isNote ? text.fix('Remove the line', lines, '') : null;
}

export function* mergeMarkers(text: LessonText): Iterable<Found> {
  if (!text.source.includes('<<<<<<<') && !text.source.includes('>>>>>>>')) return;
  const { source } = text;
  let settled = 0;
  for (const match of source.matchAll(/^(?:<{7} .*|>{7} \S+)$/gm)) {
    // The end of a conflict that was reported by its beginning.
    if (match.index < settled) continue;
    const block = CONFLICT.exec(source.slice(match.index));
    if (block) settled = match.index + block[0].length;
    const fix = block && text.fix('Keep the first version', { start: match.index, end: settled }, block[1] ?? '');
    yield text.found('merge-marker', { start: match.index, end: match.index + match[0].length }, 'A merge left this marker behind.', fix);
  }
}

/** A conflict whose marks are all there. Its first version is the first group. */
const CONFLICT =
  /^<{7} [^\n]*\n((?:(?![<=>|]{7})[^\n]*\n)*)(?:\|{7}[^\n]*\n(?:(?![<=>|]{7})[^\n]*\n)*)?={7}[^\n]*\n(?:(?![<=>|]{7})[^\n]*\n)*>{7} [^\n]*(?:\n|$)/;

const RULES: Partial<Record<PreflightRuleId, TextRule>> = {
  'image-missing': imagesMissing,
  'image-address': imageAddresses,
  'image-alt-missing': altMissing,
  'image-alt-file-name': altFileNames,
  'image-alt-repeated': altRepeated,
  'image-decoration-exposed': decorationsExposed,
  'heading-empty': (_documents, text) => headings('heading-empty', text),
  'heading-order': (_documents, text) => headings('heading-order', text),
  'link-empty': linksEmpty,
  'link-address': linkAddresses,
  'link-broken': linksBroken,
  'link-relative': linksRelative,
  'table-header-empty': tableHeaders,
  'table-headers-broken': tableHeadersBroken,
  'table-header-unused': tableHeadersUnused,
  'language-invalid': languages,
  'frame-title-missing': frames,
  'formula-broken': formulas,
  leftover: (_documents, text) => leftovers(text, text.markdown.code, null),
  'merge-marker': (_documents, text) => mergeMarkers(text),
};

/** The rules about texts, each over all texts of a lesson. */
export const TEXT_RULES = Object.fromEntries(
  Object.entries(RULES).map(([rule, check]) => [
    rule,
    (documents: LessonDocuments) => documents.texts.flatMap((text) => [...check(documents, text)]),
  ]),
) as Readonly<Partial<Record<PreflightRuleId, (documents: LessonDocuments) => Found[]>>>;
