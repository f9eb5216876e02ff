import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeftAlone } from '#features/bulk-edits/contract.ts';
import { useReportBulkEdit } from '#features/bulk-edits/web/use-undo-bulk-edit.ts';
import type { SearchQuery, SearchQueryInput } from '#features/search/contract/search.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import type { CheckedScreen } from '../contract.ts';
import { chosenTexts, countChosen } from './chosen-changes.ts';
import { MESSAGES } from './messages.ts';

/** What is replaced by what. */
export interface ReplaceSearch {
  readonly query: SearchQueryInput;
  readonly replacement: string;
  readonly keeps_case: boolean;
}

const NO_SCREENS: ReadonlySet<number> = new Set();

/**
 * One replacement: its preview, what of it is chosen, the checks of touched code, and the save of all as one bulk edit.
 *
 * @param onSaved Called when everything that was chosen is saved.
 */
export function useReplace(search: ReplaceSearch, onSaved: () => void) {
  const report = useReportBulkEdit();
  const { run, ...operation } = useOperation();
  const preview = useQuery({
    queryKey: ['replace', search],
    queryFn: ({ signal }) => api.previewReplace({ body: search }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState('');
  const [failing, setFailing] = useState<readonly CheckedScreen[] | null>(null);
  const [included, setIncluded] = useState<ReadonlySet<number>>(NO_SCREENS);
  const [left, setLeft] = useState<readonly LeftAlone[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const failed = failing?.filter(({ state }) => state === 'fails') ?? [];
  const excluded = new Set(failed.flatMap(({ screen_id }) => (included.has(screen_id) ? [] : [screen_id])));
  const texts = preview.data ? chosenTexts(preview.data, leftOut, excluded) : [];

  const plan = (operation_id: string) => ({ ...search, query: search.query as SearchQuery, texts, operation_id });

  async function check(): Promise<void> {
    setError(null);
    try {
      const { screens } = await run(({ operationId }) => api.checkReplace({ body: plan(operationId) }));
      if (screens.some(({ state }) => state === 'fails')) setFailing(screens);
      else await save();
    } catch (failure) {
      setError(failureText(failure, MESSAGES.checkFailed));
    }
  }

  async function save(): Promise<void> {
    setError(null);
    try {
      const text = message.trim();
      const result = await run(({ operationId }) =>
        api.replace({ body: { ...plan(operationId), ...(text === '' ? {} : { message: text }) } }),
      );
      if (result.edit) report(result.edit, MESSAGES.replaced(result.edit.lessons));
      if (result.left.length > 0 || !result.edit) setLeft(result.left);
      else onSaved();
    } catch (failure) {
      setError(failureText(failure, MESSAGES.saveFailed));
    }
  }

  return {
    preview,
    operation,
    /** Ids of texts that are not to be replaced. */
    leftOut,
    setLeftOut,
    message,
    setMessage,
    chosen: countChosen(texts),
    /** The checked screens, where some of them would fail; null: not checked, or none would. */
    failing,
    /** Back from the failing screens to the choice. */
    chooseAgain: () => setFailing(null),
    /** Failing screens that are replaced in anyway. */
    included,
    setIncluded,
    /** What the save left alone; null: nothing is saved yet. */
    left,
    error,
    submit: () => void (failing ? save() : check()),
  };
}
