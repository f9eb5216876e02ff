import { useEffect, useRef } from 'react';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { copySafely } from './copy-safely.ts';
import classes from './safe-html.module.css';

interface SafeHtmlProps {
  /** Unsafe HTML from the run. */
  html: string;
  label: string;
}

/** Sanitizes and shows the HTML of a variable. */
export function SafeHtml({ html, label }: SafeHtmlProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!content.current) return;
    content.current.replaceChildren();
    copySafely(new DOMParser().parseFromString(html, 'text/html').body, content.current);
  }, [html]);
  return <div className={classes.frame} ref={content} role="group" aria-label={label} {...KEYBOARD_SCROLL} />;
}
