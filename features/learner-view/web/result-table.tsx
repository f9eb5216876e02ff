import { cellText, isNumber, readResultTable, rowsToShow } from '#features/runs/contract/result-table.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import shared from './shared.module.css';

/** The result of a query, with as many rows as the lesson shows; anything else is shown as text. */
export default function ResultTable({ output, maxRows }: { output: string; maxRows: number }) {
  const table = readResultTable(output);
  if (!table) {
    return (
      <pre className={shared.stream} {...KEYBOARD_SCROLL} aria-label="Output">
        {output}
      </pre>
    );
  }
  const shown = rowsToShow(table, maxRows);
  return (
    <>
      <h3>Result</h3>
      <div className={shared.table} {...KEYBOARD_SCROLL} role="region" aria-label="Result">
        <table>
          <thead>
            <tr>
              {table.columns.map((column, index) => (
                <th key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at} data-number={isNumber(cell) ? '' : undefined}>
                    {cellText(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={shared.status}>
        {table.rows.length > shown.length ? `${shown.length} of ${table.rows.length} rows` : `${table.rows.length} rows`}
      </p>
    </>
  );
}
