import { Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { diffWords } from '#platform/content/word-diff.ts';
import { ChangedWords } from '#platform/web/ui/changed-words.tsx';
import { PULL_COMMENT_MAX } from '../contract/pull-comments.ts';
import { MESSAGES } from './messages.ts';
import classes from './pull-requests.module.css';

/** The commented lines and what they should become, with changed words marked. */
export function Suggestion({ source, suggestion }: { source: string; suggestion: string }) {
  const words = diffWords(source, suggestion);
  return (
    <div className={classes.suggestion} role="group" aria-label="Suggested change">
      <pre data-kind="removed">
        <ChangedWords runs={words} side="before" />
      </pre>
      <pre data-kind="added">{suggestion === '' ? <i>{MESSAGES.removesLines}</i> : <ChangedWords runs={words} side="after" />}</pre>
    </div>
  );
}

interface SuggestionInputProps {
  value: string;
  /** It was just asked for. */
  takesFocus?: boolean;
  onChange: (value: string) => void;
}

/** The text that a comment suggests for its lines. */
export function SuggestionInput({ value, takesFocus = false, onChange }: SuggestionInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <Textarea
      ref={input}
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
