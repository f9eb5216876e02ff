import { Textarea } from '@mantine/core';
import { PULL_COMMENT_MAX } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import classes from './threads.module.css';

interface CommentInputProps {
  /** Its accessible name. */
  label: 'Comment' | 'Reply';
  value: string;
  onChange: (value: string) => void;
}

/** The text of a comment. It has the focus as soon as it is shown. */
export function CommentInput({ label, value, onChange }: CommentInputProps) {
  return (
    <Textarea
      aria-label={label}
      placeholder="Markdown"
      autosize
      autoFocus
      minRows={2}
      maxRows={12}
      maxLength={PULL_COMMENT_MAX.text}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
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
