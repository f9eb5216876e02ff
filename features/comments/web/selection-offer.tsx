import { Button } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useContext } from 'react';
import { shorten } from '#platform/contract/shorten.ts';
import { OpenEditorsContext, useEditorSelection } from '#platform/web/ui/code-editor/open-editors.ts';
import type { Quote } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { type Passages, quoteOf } from './passage.ts';
import classes from './comments.module.css';

interface SelectionOfferProps {
  /** The passage that is quoted already. */
  quoted: Quote | null;
  passages: Passages;
  onQuote: (quote: Quote) => void;
}

/** Offers to comment on what is selected in an editor of the page. */
export function SelectionOffer({ quoted, passages, onQuote }: SelectionOfferProps) {
  const editors = useContext(OpenEditorsContext);
  const selection = useEditorSelection(editors);
  const quote = editors && selection && quoteOf(editors, selection);
  if (!quote) return null;
  if (quote === 'too-long') return <p className={classes.note}>{MESSAGES.passageTooLong}</p>;
  if (quoted?.field === quote.field && quoted.text === quote.text && quoted.before === quote.before) return null;
  return (
    <Button
      classNames={{ root: classes.offer ?? '', label: classes.offerLabel ?? '' }}
      size="compact-sm"
      variant="default"
      leftSection={<IconQuote size={14} aria-hidden />}
      onClick={() => onQuote(quote)}
    >
      Comment on selection in {passages.nameOf(quote.field)}: “{shorten(quote.text.replace(/\s+/g, ' '), 60)}”
    </Button>
  );
}
