import { useLayoutEffect, useRef } from 'react';
import { patchBlocks } from '#platform/web/ui/markdown-editor/patch-blocks.ts';
import { unmarkWideParts, watchWideParts } from '#platform/web/ui/markdown-editor/wide-parts.ts';
import prose from '#platform/web/ui/markdown-editor/preview.module.css';
import classes from './safe-html.module.css';

/** HTML that was sanitized when the lesson was built (platform/content/markdown.ts). */
export function SafeHtml({ html, isPlain = false }: { html: string; isPlain?: boolean }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!content.current) return undefined;
    unmarkWideParts(content.current);
    patchBlocks(content.current, html);
    return watchWideParts(content.current);
  }, [html]);
  return <div ref={content} className={`${prose.prose} ${isPlain ? classes.plain : ''}`} />;
}
