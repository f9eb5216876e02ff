import type { Handle } from '#platform/server/database/database.ts';
import type { AuditLine } from '../contract/audit.ts';
import { actionLabel } from './action-labels.ts';
import { listNames, listPositionsOfScreens, type AuditRow } from './queries.ts';

const WITH_NAME: Readonly<Record<string, { readonly word: string; readonly address: string }>> = {
  dataset: { word: 'Dataset', address: '/datasets' },
  course: { word: 'Course', address: '/course' },
  path: { word: 'Path', address: '/track' },
};

/** Describes entries of the audit trail, with the current names and locations of their subjects. */
export async function describeLines(handle: Handle, rows: readonly AuditRow[]): Promise<AuditLine[]> {
  const subjects = [...new Set(rows.flatMap(({ subject }) => subject ?? []))];
  const screens = await listPositionsOfScreens(
    handle,
    subjects.flatMap((subject) => (/^screen:\d{1,9}$/.test(subject) ? [Number(subject.slice('screen:'.length))] : [])),
  );
  const names = await listNames(
    handle,
    subjects.filter((subject) => /^\w+:\d{1,9}$/.test(subject)),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    person: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? row.user_email ?? '', email: row.user_email ?? '' },
    action: row.action,
    text: actionLabel(row.action),
    ...placeOf(row, screens, names),
    release: row.release_name,
    details: row.details,
    address: row.address,
    request_id: row.request_id,
  }));
}

function placeOf(
  { subject, lesson_id, lesson_sequence, release_id, release_name }: AuditRow,
  screens: ReadonlyMap<number, { lesson_id: number; sequence: number }>,
  names: ReadonlyMap<string, string>,
): Pick<AuditLine, 'subject' | 'link'> {
  const [kind = '', id = ''] = (subject ?? '').split(':');
  const lesson = lesson_sequence === null ? null : `Lesson ${lesson_sequence}`;
  const lessonLink = lesson_id === null ? null : `/lesson/${lesson_id}`;
  const named = WITH_NAME[kind];
  if (kind === 'screen') {
    const screen = screens.get(Number(id));
    if (screen !== undefined)
      return { subject: `${lesson ?? 'Lesson'}, screen ${screen.sequence}`, link: `/lesson/${screen.lesson_id}/screen/${id}` };
    return { subject: lesson === null ? 'A screen' : `${lesson}, a screen`, link: lessonLink };
  }
  if (kind === 'comment')
    return { subject: lesson === null ? 'A comment' : `${lesson}, a comment`, link: lessonLink && `${lessonLink}/comments` };
  if (kind === 'lesson') return { subject: lesson ?? 'A lesson', link: lessonLink };
  if (kind === 'release' && release_id !== null) return { subject: release_name ?? 'A release', link: '/releases' };
  if (named !== undefined && /^\d+$/.test(id)) {
    const name = names.get(`${kind}:${id}`);
    return { subject: name ?? `A ${named.word.toLowerCase()}`, link: name === undefined ? null : `${named.address}/${id}` };
  }
  if (/^[a-z-]+$/.test(kind) && /^\d+$/.test(id)) return { subject: `A ${kind.replaceAll('-', ' ')}`, link: null };
  return { subject, link: null };
}
