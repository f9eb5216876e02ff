import { type RefObject, use, useEffect, useEffectEvent } from 'react';
import { EditorImagesContext } from './editor-images.ts';
import { patchBlocks } from './patch-blocks.ts';
import { removePassageMarks } from './preview-passages.ts';
import { renderPreview } from './preview-renderer.ts';

/** Fills an element with rendered markdown; `data-empty` marks empty text. Calls `onRendered` afterwards. */
export function useRenderedMarkdown(content: RefObject<HTMLElement | null>, source: string, onRendered?: () => void): void {
  const images = use(EditorImagesContext)?.address;
  const before = images?.before;
  const behind = images?.behind ?? '';
  const rendered = useEffectEvent(() => onRendered?.());
  useEffect(() => {
    const outdated = new AbortController();
    void renderPreview(source, before === undefined ? null : { before, behind }, outdated.signal).then((html) => {
      if (outdated.signal.aborted || !content.current) return;
      if (html.includes('class="katex-html"')) void import('katex/dist/katex.min.css');
      // The patch compares with what was rendered before.
      removePassageMarks(content.current);
      patchBlocks(content.current, html);
      content.current.dataset['empty'] = String(html.trim() === '');
      rendered();
    });
    return () => outdated.abort();
  }, [content, source, before, behind]);
}
