import { useRef } from 'react';
import own from './markdown-text.module.css';
import classes from './preview.module.css';
import { useRenderedMarkdown } from './use-rendered-markdown.ts';

/** A short markdown text as the learner reads it, in the flow of what stands around it. */
export function MarkdownText({ source }: { source: string }) {
  const content = useRef<HTMLDivElement>(null);
  useRenderedMarkdown(content, source);
  return <div className={`${classes.prose} ${own.short}`} ref={content} />;
}
