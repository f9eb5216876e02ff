import { useLayoutEffect, useRef } from 'react';
import { patchBlocks } from '#web/ui/markdown-editor/patch-blocks.ts';
import prose from '#web/ui/markdown-editor/preview.module.css';
import classes from './safe-html.module.css';

/** HTML that was sanitized when the lesson was built (content/src/markdown.ts). */
export function SafeHtml({ html, isPlain = false }: { html: string; isPlain?: boolean }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!content.current) return;
    patchBlocks(content.current, html);
    // Scrollable elements must be reachable by keyboard.
    for (const wide of content.current.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0');
    for (const formula of content.current.querySelectorAll('.katex-display'))
      if (formula.scrollWidth > formula.clientWidth) formula.setAttribute('tabindex', '0');
  }, [html]);
  return <div ref={content} className={`${prose.prose} ${isPlain ? classes.plain : ''}`} />;
}
