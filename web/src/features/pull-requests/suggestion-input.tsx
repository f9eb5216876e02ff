import { Textarea } from '@mantine/core';
import { PULL_COMMENT_MAX } from '#contract/pull-requests.ts';
import { MESSAGES } from './messages.ts';
import classes from './threads.module.css';

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
