import { useEffect, useRef } from 'react';
import { patchBlocks } from './patch-blocks.ts';
import { followLink } from './preview.tsx';
import classes from './preview.module.css';

/** HTML that was made safe on the server (content/src/markdown.ts), as it is read. Its links open beside the page. */
export function SafeMarkup({ html, className = '' }: { html: string; className?: string | undefined }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (content.current) patchBlocks(content.current, html);
  }, [html]);
  useEffect(() => {
    const element = content.current;
    element?.addEventListener('click', followLink);
    return () => element?.removeEventListener('click', followLink);
  }, []);
  return <div className={`${classes.prose} ${className}`} ref={content} />;
}
