import { useQuery } from '@tanstack/react-query';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import { MESSAGES } from './messages.ts';
import { writtenLinesQuery, type Owner } from './queries.ts';
import classes from './history.module.css';

function showRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'center' });
}

interface WrittenLinesProps {
  owner: Owner;
  part: string;
  field: string;
  /** The line to show, from 1. */
  line: number | undefined;
  onVersion: (version: number) => void;
}

/** The lines of a saved text with who wrote each, and when. */
export function WrittenLines({ owner, part, field, line, onVersion }: WrittenLinesProps) {
  const written = useQuery(writtenLinesQuery(owner, part, field));
  if (written.isError) return <ErrorBanner text={errorText(written.error, MESSAGES.linesFailed)} />;
  if (!written.data) return <TableSkeleton />;
  const { text, versions, lines } = written.data;
  if (lines.length === 0) return <EmptyState text="This text is empty." />;
  const texts = text.split('\n');
  return (
    <div className={classes.lines} role="region" aria-label="Who wrote each line" {...KEYBOARD_SCROLL}>
      <table>
        <thead className={classes.hidden}>
          <tr>
            <th>Person</th>
            <th>Line</th>
            <th>Text</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((at, index) => {
            const version = versions[at];
            const isFirst = index === 0 || lines[index - 1] !== at;
            return (
              // Lines have no identity but their number.
              <tr
                key={index}
                ref={index + 1 === line ? showRow : null}
                data-first={isFirst || undefined}
                data-chosen={index + 1 === line || undefined}
              >
                <td className={classes.author}>
                  {isFirst && version ? (
                    <button type="button" title={version.message ?? 'Show this version'} onClick={() => onVersion(version.id)}>
                      {version.by ?? 'Lessonwright'}, <RelativeTime at={version.at} />
                    </button>
                  ) : null}
                </td>
                <td className={classes.number}>{index + 1}</td>
                <td className={classes.code}>{texts[index]}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
