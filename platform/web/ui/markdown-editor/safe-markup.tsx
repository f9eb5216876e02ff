import { useEffect, useRef } from 'react';
import { patchBlocks } from './patch-blocks.ts';
import { followLink } from './preview.tsx';
import classes from './preview.module.css';
import { unmarkWideParts, watchWideParts } from './wide-parts.ts';

/** HTML that the server sanitized (platform/content/markdown.ts). Its links open in a new tab. */
export function SafeMarkup({ html, className = '' }: { html: string; className?: string | undefined }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!content.current) return undefined;
    unmarkWideParts(content.current);
    patchBlocks(content.current, html);
    return watchWideParts(content.current);
  }, [html]);
  useEffect(() => {
    const element = content.current;
    element?.addEventListener('click', followLink);
    return () => element?.removeEventListener('click', followLink);
  }, []);
  return <div className={`${classes.prose} ${className}`} ref={content} />;
}
