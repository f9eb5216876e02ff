import { MAX_RESULT_ROWS } from '#contract/result-table.ts';

export const RESULT_MESSAGES = {
  unreadable: 'No results. Query may have returned too many rows.',
  noResult: 'The code ran, but no statement returned rows.',
  noRows: 'No rows',
  copies: 'Copies every stored row, with the column names',
  notCopied: 'Your browser did not allow copying.',
};

/** `isCut`: there are more rows than were stored. */
export function rowCountText(count: number, isCut: boolean): string {
  const number = count.toLocaleString('en-GB');
  if (isCut) return `More than ${number} rows`;
  return count === 1 ? '1 row' : `${number} rows`;
}

/** Null when every row is shown. */
export function notShownText(shown: number, count: number, isCut: boolean): string | null {
  const hidden = count - shown;
  if (hidden === 0 && !isCut) return null;
  const first = shown === 1 ? 'the first is shown' : `the first ${shown} are shown`;
  if (isCut) {
    const why = count >= MAX_RESULT_ROWS ? `only ${count.toLocaleString('en-GB')} are kept` : 'the rest is too long to be kept';
    return `${first}; ${why}`;
  }
  return `${first}, ${hidden.toLocaleString('en-GB')} more ${hidden === 1 ? 'is' : 'are'} not`;
}
