import { useEffect, useRef } from 'react';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { copySafely } from './copy-safely.ts';
import classes from './output-pane.module.css';

interface UntrustedHtmlProps {
  /** HTML from anywhere, for example from a run. */
  html: string;
  label: string;
}

/** Shows HTML without everything that loads, runs or covers the page. */
export function UntrustedHtml({ html, label }: UntrustedHtmlProps) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!content.current) return;
    content.current.replaceChildren();
    copySafely(new DOMParser().parseFromString(html, 'text/html').body, content.current);
  }, [html]);
  return <div className={classes.frame} ref={content} role="group" aria-label={label} {...KEYBOARD_SCROLL} />;
}
