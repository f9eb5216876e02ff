import { type RefObject, use, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { markdownSource } from '#platform/content/markdown-source.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { EditorImagesContext } from './editor-images.ts';
import { patchBlocks } from './patch-blocks.ts';
import { removePassageMarks } from './preview-passages.ts';
import { renderPreview } from './preview-renderer.ts';
import { markWideParts, unmarkWideParts, watchWideParts } from './wide-parts.ts';

/** A text with its HTML, as the server sent both. */
export interface RenderedText {
  source: string;
  html: SafeHtml;
}

interface RenderOptions {
  /** Shown at once while the text is still this one: the worker takes a second or two to start. */
  known?: RenderedText | null;
  /** What can follow an `@` to mention a user, which is marked. */
  mentions?: ReadonlySet<string>;
  /** Called after the element was filled. */
  onRendered?: () => void;
}

/** Fills an element with rendered markdown; `data-empty` marks empty text, and `data-waiting` an element that has shown none yet. */
export function useRenderedMarkdown(content: RefObject<HTMLElement | null>, source: string, options: RenderOptions = {}): void {
  const { known = null, mentions, onRendered } = options;
  const images = use(EditorImagesContext)?.address;
  const before = images?.before;
  const behind = images?.behind ?? '';
  const lessonId = images?.lessonId ?? 0;
  const textLanguage = images?.textLanguage ?? null;
  // The server had no time to render it, or images changed on this page and have another address.
  const isOther = behind !== '' || known?.html === markdownSource(source);
  const isKnown = known?.source === source && !isOther;
  const html = source.trim() === '' ? NO_HTML : isKnown ? known.html : null;
  const shown = useEffectEvent(() => onRendered?.());
  useEffect(() => (content.current ? watchWideParts(content.current) : undefined), [content]);
  useLayoutEffect(() => {
    if (!content.current || html === null) return;
    show(content.current, html);
    shown();
  }, [content, html]);
  useEffect(() => {
    if (html !== null) return undefined;
    const outdated = new AbortController();
    const shownImages = before === undefined ? null : { before, behind, lessonId, textLanguage };
    void renderPreview(source, shownImages, outdated.signal, mentions).then((rendered) => {
      if (outdated.signal.aborted || !content.current) return;
      show(content.current, rendered);
      shown();
    });
    return () => outdated.abort();
  }, [content, html, source, before, behind, lessonId, textLanguage, mentions]);
}

function show(element: HTMLElement, html: SafeHtml): void {
  // The patch compares with what was rendered before.
  removePassageMarks(element);
  unmarkWideParts(element);
  patchBlocks(element, html);
  markWideParts(element);
  element.dataset['empty'] = String(html.trim() === '');
  delete element.dataset['waiting'];
}
