import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import {
  cellText,
  isNumber,
  readResultTable,
  type ResultCell,
  type ResultTable as Table,
  MAX_RESULT_ROWS,
  rowsToShow,
} from '../contract/result-table.ts';
import { resultAsText, type TextFormat } from './result-as-text.ts';
import classes from './result-table.module.css';

const RESULT_MESSAGES = {
  unreadable: 'No results. Query may have returned too many rows.',
  noResult: 'The code ran, but no statement returned rows.',
  noRows: 'No rows',
  copies: 'Copies every stored row, with the column names',
  notCopied: 'Your browser did not allow copying.',
};

/** `isCut`: there are more rows than were stored. */
function rowCountText(count: number, isCut: boolean): string {
  const number = count.toLocaleString('en-GB');
  if (isCut) return `More than ${number} rows`;
  return count === 1 ? '1 row' : `${number} rows`;
}

/** Null when every row is shown. */
function notShownText(shown: number, count: number, isCut: boolean): string | null {
  const hidden = count - shown;
  if (hidden === 0 && !isCut) return null;
  const first = shown === 1 ? 'the first is shown' : `the first ${shown} are shown`;
  if (isCut) {
    const why = count >= MAX_RESULT_ROWS ? `only ${count.toLocaleString('en-GB')} are kept` : 'the rest is too long to be kept';
    return `${first}; ${why}`;
  }
  return `${first}, ${hidden.toLocaleString('en-GB')} more ${hidden === 1 ? 'is' : 'are'} not`;
}

const COPIED_MS = 2_000;

interface ResultTableProps {
  /** The output of an SQL run. */
  text: string;
  /** Maximum number of rows for this lesson. */
  maxRows: number;
  /** There are more rows than the text contains. */
  isCut: boolean;
  /** Accessible name. */
  label?: string;
}

/** The result of a query: its first rows, and their total number. */
export function ResultTable({ text, maxRows, isCut, label = 'Result of the query' }: ResultTableProps) {
  if (text.trim() === '') return <p className={classes.note}>{RESULT_MESSAGES.noResult}</p>;
  const table = readResultTable(text);
  // Not even the first row was short enough to be stored.
  if (!table || (isCut && table.rows.length === 0)) return <p className={classes.note}>{RESULT_MESSAGES.unreadable}</p>;
  const shown = rowsToShow(table, maxRows);
  const hidden = notShownText(shown.length, table.rows.length, isCut);
  return (
    <div className={classes.result}>
      <div className={classes.scroller} role="region" aria-label={label} {...KEYBOARD_SCROLL}>
        <table className={classes.table}>
          <thead>
            <tr>
              {table.columns.map((name, index) => (
                // Two columns may have the same name.
                <th key={index} scope="col" data-number={isNumberColumn(shown, index) || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <Cell key={column} cell={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {table.rows.length === 0 && <p className={classes.note}>{RESULT_MESSAGES.noRows}</p>}
      </div>
      <footer className={classes.footer}>
        <span>{rowCountText(table.rows.length, isCut)}</span>
        {hidden !== null && <span className={classes.hidden}>{hidden}</span>}
        <span className={classes.copy}>
          <CopyAs format="csv" table={table} />
          <CopyAs format="tsv" table={table} />
        </span>
      </footer>
    </div>
  );
}

function Cell({ cell }: { cell: ResultCell }) {
  return (
    <td data-number={isNumber(cell) || undefined} data-null={cell === null || undefined}>
      {cellText(cell)}
    </td>
  );
}

/** Headings of numeric columns are right-aligned like their values. */
function isNumberColumn(rows: Table['rows'], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every(isNumber);
}

function CopyAs({ format, table }: { format: TextFormat; table: Table }) {
  const clipboard = useClipboard({ timeout: COPIED_MS });
  const name = format.toUpperCase();
  const icon = clipboard.copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      leftSection={icon}
      aria-label={clipboard.copied ? `Copied as ${name}` : `Copy as ${name}`}
      title={clipboard.error ? RESULT_MESSAGES.notCopied : RESULT_MESSAGES.copies}
      onClick={() => clipboard.copy(resultAsText(table, format))}
    >
      {clipboard.error ? 'Not copied' : clipboard.copied ? 'Copied' : name}
    </Button>
  );
}
