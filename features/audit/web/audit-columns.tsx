import { Link } from '@tanstack/react-router';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { AuditLine } from '../contract/audit.ts';
import { MESSAGES } from './messages.ts';
import classes from './audit.module.css';

export const AUDIT_COLUMNS: readonly TableColumn<AuditLine>[] = [
  { id: 'at', header: 'When', minWidth: 110, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    id: 'person',
    header: 'Who',
    minWidth: 110,
    grow: 1,
    cell: ({ person }) => <span title={person?.email}>{person?.name ?? MESSAGES.nobody}</span>,
  },
  { id: 'text', header: 'Action', minWidth: 140, grow: 2, cell: ({ text }) => <span title={text}>{text}</span> },
  { id: 'subject', header: 'Target', minWidth: 110, grow: 1.6, cell: (line) => <Subject line={line} /> },
  {
    id: 'release',
    header: 'Release',
    minWidth: 110,
    grow: 1,
    isNarrow: false,
    cell: ({ release }) => <span title={release ?? ''}>{release ?? ''}</span>,
  },
  { id: 'details', header: 'Details', minWidth: 110, grow: 1.6, isNarrow: false, cell: ({ details }) => <Details details={details} /> },
  { id: 'address', header: 'IP address', minWidth: 116, isNarrow: false, cell: ({ address }) => address ?? '' },
];

function Subject({ line: { subject, link } }: { line: AuditLine }) {
  const tabIndex = useRowTabIndex();
  if (subject === null) return null;
  if (link === null) return <span title={subject}>{subject}</span>;
  return (
    <Link to={link} className={classes.link ?? ''} tabIndex={tabIndex} title={subject}>
      {subject}
    </Link>
  );
}

function Details({ details }: Pick<AuditLine, 'details'>) {
  const text = Object.entries(details)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return <span title={text}>{text}</span>;
}
