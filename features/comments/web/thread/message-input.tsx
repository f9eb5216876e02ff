import { useState } from 'react';
import { COMMENT_MAX } from '../../contract.ts';
import { MentionTextarea, type MentionTextareaProps } from './mention-textarea.tsx';
import { SubmitKeys } from './submit-keys.tsx';

interface MessageInputProps extends MentionTextareaProps {
  /** What Mod+Enter does, in the list of shortcuts. */
  sendLabel: string;
  canSend: boolean;
  onSend: () => void;
}

/** The text of a comment while it is written: it offers people after an `@`, and Mod+Enter sends it. */
export function MessageInput({ sendLabel, canSend, onSend, ...props }: MessageInputProps) {
  const [hasFocus, setFocus] = useState(false);
  return (
    <>
      {hasFocus && <SubmitKeys label={sendLabel} isEnabled={canSend} onSubmit={onSend} />}
      <MentionTextarea
        autosize
        minRows={2}
        maxRows={12}
        maxLength={COMMENT_MAX}
        {...props}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
    </>
  );
}
