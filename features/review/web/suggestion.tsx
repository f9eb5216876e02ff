import { Textarea } from '@mantine/core';
import { diffWords } from '#platform/content/word-diff.ts';
import { PULL_COMMENT_MAX } from '../contract/pull-comments.ts';
import { MESSAGES } from './messages.ts';
import { Words } from './words.tsx';
import classes from './threads.module.css';

/** The commented lines and what they should become, with changed words marked. */
export function Suggestion({ source, suggestion }: { source: string; suggestion: string }) {
  const words = diffWords(source, suggestion);
  return (
    <div className={classes.suggestion} role="group" aria-label="Suggested change">
      <pre data-kind="removed">
        <Words runs={words} side="before" />
      </pre>
      <pre data-kind="added">{suggestion === '' ? <i>{MESSAGES.removesLines}</i> : <Words runs={words} side="after" />}</pre>
    </div>
  );
}

/** The text that a comment suggests for its lines. */
export function SuggestionInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Textarea
      label="Suggested text"
      description={MESSAGES.suggestionHint}
      classNames={{ input: classes.code ?? '' }}
      autosize
      minRows={1}
      maxRows={20}
      maxLength={PULL_COMMENT_MAX.suggestion}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
