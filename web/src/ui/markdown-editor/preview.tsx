import { type Ref, useEffect, useRef } from 'react';
import { KEYBOARD_SCROLL } from '../panes/keyboard-scroll.ts';
import classes from './preview.module.css';
import { warmPreview } from './preview-renderer.ts';
import { type RenderedText, useRenderedMarkdown } from './use-rendered-markdown.ts';

interface PreviewProps {
  label: string;
  source: string;
  /** What the server rendered of the text. */
  rendered?: RenderedText | null | undefined;
  scrollerRef?: Ref<HTMLDivElement>;
}

/** The preview of a markdown source. */
export function Preview({ label, source, rendered = null, scrollerRef }: PreviewProps) {
  const content = useRef<HTMLDivElement>(null);
  useRenderedMarkdown(content, source, rendered);
  useEffect(() => warmPreview(), []);

  useEffect(() => {
    const element = content.current;
    element?.addEventListener('click', followLink);
    return () => element?.removeEventListener('click', followLink);
  }, []);

  return (
    <div className={classes.scroller} ref={scrollerRef} role="region" aria-label={`Preview of ${label}`} {...KEYBOARD_SCROLL}>
      <div className={classes.prose} ref={content} data-waiting />
    </div>
  );
}

/** Links open in a new tab, never in place of the editor; links within the text scroll. */
export function followLink(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  const address = link.getAttribute('href') ?? '';
  if (address.startsWith('#')) document.querySelector(`[id="${CSS.escape(address.slice(1))}"]`)?.scrollIntoView();
  else if (address !== '') window.open(link.href, '_blank', 'noopener');
}
