import type { PreflightChange } from '../contract/preflight-changes.ts';
import type { LinkState, UnsureReason } from '../contract/preflight-links.ts';
import type { Found, LessonDocuments, LessonText } from './lesson-documents.ts';
import type { MarkdownElement } from './read-markdown.ts';
import { unlink } from './text-elements.ts';

/** A link or an image of another site, before anyone knows whether it works. */
export interface FoundLink {
  /** What is requested: without the part behind `#`, and spelled as URLs are. */
  readonly url: string;
  /** How it is reported once it is gone. */
  readonly gone: Found;
  /** Rewrites the address; null: it isn't in the text as it is, or fixes can't write there. */
  readonly rewrite: Extract<PreflightChange, { kind: 'text' }> | null;
}

/** Longest address that is requested. Its index in the database has a limit. */
const LONGEST = 2_000;
/** Names for documentation and for the learner's own machine (RFC 2606, RFC 6761). */
const NEVER_REQUESTED = /(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$|^127\.|^\[::1\]$/;

/** The address that is requested for a link; null: it leads to no other site. */
export function requestedUrl(href: string): string | null {
  const trimmed = href.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  url.hash = '';
  if (url.username !== '' || url.password !== '' || NEVER_REQUESTED.test(url.hostname) || url.href.length > LONGEST) return null;
  return url.href;
}

/** The links and images of a lesson that lead to other sites. */
export function* externalLinks(documents: LessonDocuments): Iterable<FoundLink> {
  for (const text of documents.texts) {
    if (!/https?:/i.test(text.source)) continue;
    for (const element of text.markdown.elements) {
      const href = element.tag === 'a' ? element.attributes.get('href') : element.tag === 'img' ? element.attributes.get('src') : undefined;
      const url = requestedUrl(href ?? '');
      if (href === undefined || url === null) continue;
      const fix = element.tag === 'a' ? unlink(text, element) : null;
      yield { url, gone: text.found('link-gone', element.span, '', fix), rewrite: rewriteOf(text, element, href) };
    }
  }
}

/** Where the address itself is: behind `](`, `<`, `href=` or `src=`. */
function rewriteOf(text: LessonText, { tag, span, isExact }: MarkdownElement, href: string): FoundLink['rewrite'] {
  const source = text.source.slice(span.start, span.end);
  const before = isExact ? /(?:\]\(\s*<?|^<)/g : tag === 'a' ? /\bhref\s*=\s*["']?/gi : /\bsrc\s*=\s*["']?/gi;
  for (const match of source.matchAll(before)) {
    const start = match.index + match[0].length;
    if (!source.startsWith(href, start) || /[^\s"'<>)]/.test(source[start + href.length] ?? '')) continue;
    const change = text.edit({ start: span.start + start, end: span.start + start + href.length }, '');
    return change?.kind === 'text' ? change : null;
  }
  return null;
}

/** An address that can be written wherever the old one was: in Markdown, in a table, and in an attribute. */
export function writtenUrl(to: string, replaced: string): string {
  const hash = replaced.indexOf('#');
  const whole = hash >= 0 && !to.includes('#') ? to + replaced.slice(hash) : to;
  return whole.replaceAll(/[()'"`|<>\\[\]]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

const short = (url: string) => (url.length > 80 ? `${url.slice(0, 79)}…` : url);

const UNSURE: Readonly<Record<UnsureReason, (status: number | null) => string>> = {
  refused: (status) => `its server doesn’t let programs look (${status}).`,
  busy: () => 'its server asked for fewer requests.',
  failing: (status) => `its server has a problem (${status}).`,
  timeout: () => 'its server took too long.',
  unreachable: () => 'its server couldn’t be reached.',
  certificate: () => 'its certificate isn’t valid.',
  robots: () => 'its site asks programs not to open this page.',
  private: () => 'it leads into a private network.',
  redirects: () => 'it redirects too often, or to something that isn’t a web page.',
  'start-page': () => 'it now leads to the start page of a site.',
};

/** What is wrong with a link in this state; null: nothing. */
export function linkMessage(url: string, { state, status, target, reason }: LinkState): string | null {
  if (state === 'ok') return null;
  if (state === 'moved') return `“${short(url)}” has moved to “${short(target ?? '')}”.`;
  if (state === 'gone')
    return status === null ? `“${short(url)}” can’t be opened: its host doesn’t exist.` : `“${short(url)}” doesn’t exist (${status}).`;
  return `Couldn’t tell whether “${short(url)}” works: ${UNSURE[reason ?? 'unreachable'](status)}`;
}
