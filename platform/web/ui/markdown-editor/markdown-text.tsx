import { useRef } from 'react';
import { useRenderedMarkdown } from './use-rendered-markdown.ts';
import own from './markdown-text.module.css';
import classes from './preview.module.css';

/** Renders a short markdown text inline, as the learner sees it. */
export function MarkdownText({ source }: { source: string }) {
  const content = useRef<HTMLDivElement>(null);
  useRenderedMarkdown(content, source);
  return <div className={`${classes.prose} ${own.short}`} ref={content} />;
}
