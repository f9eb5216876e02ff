import { CloseButton, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Quote } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import type { Passages } from './passage.ts';
import classes from './comments.module.css';

interface QuotedPassageProps {
  quote: Quote;
  /** As the server replied. */
  isDetached: boolean;
  passages: Passages;
  /** Takes the passage out of a comment that is being written. */
  onRemove?: () => void;
}

/** The passage that a comment is about, with a link to it; or a note that it is no longer in the text. */
export function QuotedPassage({ quote, isDetached, passages, onRemove }: QuotedPassageProps) {
  const [missed, setMissed] = useState<Quote | null>(null);
  const isGone = missed === quote || (passages.isGone?.(quote) ?? isDetached);
  const show = passages.wayTo?.(quote) ?? null;
  const text = <q className={classes.quoteText}>{quote.text}</q>;

  async function open() {
    const isShown = await show?.();
    setMissed(isShown ? null : quote);
  }
  return (
    <div className={classes.quote} data-gone={isGone || undefined}>
      <div className={classes.quoteBody}>
        <span className={classes.quoteField}>{passages.nameOf(quote.field)}</span>
        {show ? (
          <UnstyledButton
            className={classes.quoteLink ?? ''}
            aria-label={`Show the passage in ${passages.nameOf(quote.field)}: ${quote.text}`}
            onClick={() => void open()}
          >
            {text}
          </UnstyledButton>
        ) : (
          text
        )}
        {isGone && (
          <span className={classes.gone} role="status">
            {MESSAGES.passageGone}
          </span>
        )}
      </div>
      {onRemove && <CloseButton size="sm" aria-label="Leave the passage out" onClick={onRemove} />}
    </div>
  );
}
