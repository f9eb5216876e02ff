import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import type { SearchQueryInput } from '#features/search/contract/search.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { MESSAGES } from './messages.ts';
import type { ReplaceSearch } from './use-replace.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './replace.module.css';

const loadDialog = () => import('./replace-dialog.tsx');

interface ReplacePanelProps {
  /** What is searched for; null: nothing yet. */
  query: SearchQueryInput | null;
}

/** The row below a search that replaces what it finds. For staff. */
export function ReplacePanel({ query }: ReplacePanelProps) {
  const [replacement, setReplacement] = useState('');
  const [keepsCase, setKeepsCase] = useState(true);
  const [asked, setAsked] = useState<ReplaceSearch | null>(null);
  const findsAnyCase = query?.match_case !== true;
  return (
    <form
      className={layout.wrapCentered}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(query && { query, replacement, keeps_case: findsAnyCase && keepsCase });
      }}
    >
      <TextInput
        className={classes.input ?? ''}
        aria-label="Replace with"
        placeholder="Replace with"
        value={replacement}
        maxLength={10_000}
        spellCheck={false}
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" leftSection={<IconReplace size={16} aria-hidden />} disabled={query === null}>
        Replace…
      </Button>
      {findsAnyCase && (
        <Checkbox
          label="Keep capital letters"
          description={MESSAGES.keepsCase}
          checked={keepsCase}
          onChange={(event) => setKeepsCase(event.currentTarget.checked)}
        />
      )}
      {query?.mode === 'regex' ? <span className={classes.hint}>{MESSAGES.hint}</span> : null}
      {asked ? <OnDemand load={loadDialog} props={{ search: asked, onClose: () => setAsked(null) }} /> : null}
    </form>
  );
}
