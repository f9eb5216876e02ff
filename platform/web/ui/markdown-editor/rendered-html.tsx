import { use, useLayoutEffect, useRef } from 'react';
import { languageAttributes } from '#platform/content/language-direction.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { followLink } from './follow-link.ts';
import { patchBlocks } from './patch-blocks.ts';
import { TextLanguageContext } from './text-language.ts';
import { unmarkWideParts, watchWideParts } from './wide-parts.ts';
import classes from './preview.module.css';

/** Shows a piece of code that was rendered as part of a listing. */
export function RenderedCode({ html }: { html: SafeHtml }) {
  const content = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (content.current) patchBlocks(content.current, html);
  }, [html]);
  return <span className={classes.colored} ref={content} />;
}

interface RenderedHtmlProps {
  html: SafeHtml;
  className?: string | undefined;
  /** Links open in a new tab, so that what is unsaved on the page stays. */
  keepsPage?: boolean;
}

/** Shows a text that was rendered from Markdown. */
export function RenderedHtml({ html, className = '', keepsPage = false }: RenderedHtmlProps) {
  const content = useRef<HTMLDivElement>(null);
  const attributes = languageAttributes(use(TextLanguageContext));
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
  return <div className={`${classes.prose} ${className}`} ref={content} {...attributes} />;
}
