import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { MarkdownText } from '#platform/web/ui/markdown-editor/markdown-text.tsx';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { type PeopleQuery, peopleOptions } from './people.ts';
import classes from '../comments.module.css';

interface MessageTextProps {
  /** Markdown. */
  text: string;
  /** The text as the server rendered it; null: the page renders it. */
  html: SafeHtml | null;
  /** Who can be mentioned; null: nobody. */
  people: PeopleQuery | null;
}

/** A comment as it reads, with its mentions marked. */
export function MessageText({ text, html, people }: MessageTextProps) {
  if (html !== null) return <RenderedHtml html={html} className={classes.prose} keepsPage />;
  return <TextWithMentions text={text} people={people} />;
}

function TextWithMentions({ text, people }: Pick<MessageTextProps, 'text' | 'people'>) {
  const { data } = useQuery(peopleOptions(text.includes('@') ? people : null));
  const mentions = useMemo(() => new Set(data?.map(({ key }) => key)), [data]);
  return (
    <div className={classes.prose}>
      <MarkdownText source={text} mentions={mentions} />
    </div>
  );
}
