import { useLayoutEffect, useRef } from 'react';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { followLink } from './follow-link.ts';
import { patchBlocks } from './patch-blocks.ts';
import { unmarkWideParts, watchWideParts } from './wide-parts.ts';
import classes from './preview.module.css';

interface RenderedHtmlProps {
  html: SafeHtml;
  className?: string | undefined;
  /** Links open in a new tab, so that what is unsaved on the page stays. */
  keepsPage?: boolean;
}

/** Shows a text that was rendered from Markdown. */
export function RenderedHtml({ html, className = '', keepsPage = false }: RenderedHtmlProps) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!content.current) return undefined;
    unmarkWideParts(content.current);
    patchBlocks(content.current, html);
    return watchWideParts(content.current);
  }, [html]);
  useLayoutEffect(() => {
    const element = content.current;
    if (!keepsPage) return undefined;
    element?.addEventListener('click', followLink);
    return () => element?.removeEventListener('click', followLink);
  }, [keepsPage]);
  return <div className={`${classes.prose} ${className}`} ref={content} />;
}
