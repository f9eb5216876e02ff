import { Text } from '@mantine/core';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { ChangedCell, SettingsCsvPreview } from '../contract.ts';
import { COLUMN_NAMES } from '../rules/setting-names.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './bulk-edits.module.css';

/** What a CSV file changes, and which of its rows and columns are left out. */
export function SettingsCsvChanges({ preview: { lessons, refused, same, unknown_columns } }: { preview: SettingsCsvPreview }) {
  return (
    <>
      {unknown_columns.length > 0 ? <Banner kind="warning">{MESSAGES.unknownColumns(unknown_columns)}</Banner> : null}
      {/* Scrolls, so that it must take the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.preview} role="region" aria-label="Preview" tabIndex={0}>
        {lessons.length > 0 ? (
          <section>
            <h3 className={classes.heading}>{MESSAGES.csvChanges(lessons.length)}</h3>
            <ul className={classes.lessons}>
              {lessons.map(({ id, sequence, title, release_name, cells }) => (
                <li key={id}>
                  <span className={classes.name}>
                    {sequence} {title} <span className={layout.note}>{release_name}</span>
                  </span>
                  <Text component="span" size="xs" c="dimmed">
                    {cells.map((cell) => (
                      <span key={cell.column} className={classes.reason}>
                        <CellChange cell={cell} />
                      </span>
                    ))}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {refused.length > 0 ? (
          <section>
            <h3 className={classes.heading}>{MESSAGES.csvRefused(refused.length)}</h3>
            <ul className={classes.lessons}>
              {refused.map(({ row, name, reason }) => (
                <li key={row}>
                  <span className={classes.name}>
                    Row {row}: {name}
                  </span>
                  <Text component="span" size="xs" c="dimmed">
                    {reason}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        {same > 0 ? <h3 className={classes.heading}>{MESSAGES.csvSame(same)}</h3> : null}
      </div>
    </>
  );
}

function CellChange({ cell: { column, before, after } }: { cell: ChangedCell }) {
  return (
    <>
      {COLUMN_NAMES[column]}: {shownCell(before)} <span aria-label="becomes">→</span> {shownCell(after)}
    </>
  );
}

function shownCell(text: string): string {
  return text === '' ? 'none' : text.split('\n').join(', ');
}
