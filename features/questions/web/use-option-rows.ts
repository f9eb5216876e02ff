import { useState } from 'react';
import { isSame } from '#platform/web/ui/editing/edit-form.ts';
import { filledOptions, rowsFor, type Option } from './option-list.ts';

/**
 * The rows of a form for options. Blank ones are only on the page: they are not part of the question, so they make it neither unsaved nor
 * wrong.
 *
 * @param onChange Receives the options that the rows make.
 */
export function useOptionRows(
  options: readonly Option[],
  isReadOnly: boolean,
  onChange: (options: Option[]) => void,
): { rows: readonly Option[]; setRows: (rows: Option[]) => void } {
  const [known, setKnown] = useState(options);
  const [rows, setRows] = useState<readonly Option[]>(() => (isReadOnly ? options : rowsFor(options)));
  if (known !== options) {
    setKnown(options);
    // Someone else changed them, or Undo did.
    if (!isSame(options, filledOptions(rows))) setRows(isReadOnly ? options : rowsFor(options, rows));
  }
  return {
    rows,
    setRows: (next) => {
      setRows(next);
      onChange(filledOptions(next));
    },
  };
}
