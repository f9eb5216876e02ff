import { useEffect, useRef } from 'react';
import { patchBlocks } from '#web/ui/markdown-editor/patch-blocks.ts';
import { renderPreview } from '#web/ui/markdown-editor/preview-renderer.ts';
import prose from '#web/ui/markdown-editor/preview.module.css';
import { SafeMarkup } from '#web/ui/markdown-editor/safe-markup.tsx';
import classes from './pull-requests.module.css';

/** Renders HTML that the server sanitized (content/src/markdown.ts). */
export function SafeBlock({ html }: { html: string }) {
  return <SafeMarkup html={html} className={classes.prose} />;
}

/** Renders markdown that a user wrote. */
export function MarkdownText({ source }: { source: string }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const outdated = new AbortController();
    void renderPreview(source, null, outdated.signal).then((html) => {
      if (!outdated.signal.aborted && content.current) patchBlocks(content.current, html);
    });
    return () => outdated.abort();
  }, [source]);
  return <div className={`${prose.prose} ${classes.prose}`} ref={content} />;
}
