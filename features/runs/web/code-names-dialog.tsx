import { useQuery } from '@tanstack/react-query';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { codeNamesQuery } from './use-name-completion.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './code-names-dialog.module.css';

/** What the code of a lesson finds: its tables and files with their columns, and its packages. The editor completes the same names. */
export default function CodeNamesDialog({ lessonId, onClose }: { lessonId: number; onClose: () => void }) {
  const { data: names, error, refetch } = useQuery(codeNamesQuery(lessonId));
  const groups = names
    ? [
        {
          title: 'Tables',
          rows: names.tables.map(({ schema, name, columns }) => ({ name: schema === null ? name : `${schema}.${name}`, columns })),
        },
        { title: 'Files', rows: names.files },
        { title: 'Packages', rows: names.packages.map((name) => ({ name, columns: [] })) },
      ].filter(({ rows }) => rows.length > 0)
    : null;
  return (
    <Dialog opened onClose={onClose} title="Names that code can use" size="lg">
      {error ? <ErrorBanner text={failureText(error, 'Couldn’t read the names. Try again.')} onRetry={() => void refetch()} /> : null}
      {groups?.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          <ul className={classes.names}>
            {rows.map(({ name, columns }) => (
              <li key={name}>
                <code>{name}</code>
                {columns.length > 0 ? <span className={layout.note}>{columns.join(', ')}</span> : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups?.length === 0 ? (
        <p className={layout.note}>
          This lesson has no data files, datasets or packages.{' '}
          <TextLink size="sm" to="/lesson/$lessonId" params={{ lessonId }} search={{ tab: 'packages' }}>
            Add some
          </TextLink>
        </p>
      ) : null}
    </Dialog>
  );
}
