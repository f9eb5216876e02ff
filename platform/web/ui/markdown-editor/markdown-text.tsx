import { useRef } from 'react';
import { useRenderedMarkdown } from './use-rendered-markdown.ts';
import own from './markdown-editor.module.css';
import classes from './preview.module.css';

interface MarkdownTextProps {
  source: string;
  /** What can follow an `@` to mention a user, which is marked. Left out: nothing is. */
  mentions?: ReadonlySet<string>;
}

/** Renders a short markdown text inline, as the learner sees it. */
export function MarkdownText({ source, mentions }: MarkdownTextProps) {
  const content = useRef<HTMLDivElement>(null);
  useRenderedMarkdown(content, source, mentions && { mentions });
  return <div className={`${classes.prose} ${own.short}`} ref={content} />;
}
