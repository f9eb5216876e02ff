import type { Handle } from '#platform/server/database/database.ts';
import type { AuditLine, SentencePart } from '../contract/audit.ts';
import { actionLabel, phraseOf } from './actions.ts';
import { isThing, renderPhrase, thingsOf, type Names } from './nouns.ts';
import type { AuditRow } from './queries.ts';
import { readNames } from './read-names.ts';

/** The version that an entry's change made, by the id of the entry. */
type Versions = ReadonlyMap<number, number>;

/** Describes entries of the audit trail with the current names of their subjects: one query for each kind of thing. */
export async function describeLines(handle: Handle, rows: readonly AuditRow[], versions: Versions = new Map()): Promise<AuditLine[]> {
  const things = rows.flatMap((row) => [
    ...thingsOf(phraseOf(row.action, row.details), row),
    ...(row.subject !== null && isThing(row.subject) ? [row.subject] : []),
    ...(row.lesson_id === null ? [] : [`lesson:${row.lesson_id}`]),
  ]);
  const names = await readNames(handle, new Set(things));
  return rows.map((row) => lineOf(row, names, versions.get(row.id)));
}

function lineOf(row: AuditRow, names: Names, version: number | undefined): AuditLine {
  const { subject, ...rest } = row;
  const named = subject === null ? undefined : names.get(subject);
  return {
    id: rest.id,
    at: rest.at.toISOString(),
    person:
      rest.user_id === null ? null : { id: rest.user_id, name: rest.user_name ?? rest.user_email ?? '', email: rest.user_email ?? '' },
    action: rest.action,
    text: actionLabel(rest.action),
    sentence: sentenceOf(row, names),
    change: changeOf(row, names, version),
    thing: subject,
    subject: named?.text ?? subjectText(row),
    link: named?.link ?? lessonLink(row, names),
    release: rest.release_name,
    details: rest.details,
    address: rest.address,
    request_id: rest.request_id,
  };
}

/** A phrase that begins with a capital letter is a whole sentence; others follow the name of who did it. */
function sentenceOf(row: AuditRow, names: Names): SentencePart[] {
  const parts = renderPhrase(phraseOf(row.action, row.details), row, names);
  const first = parts[0]?.text.charAt(0) ?? '';
  const isWhole = first !== first.toLowerCase();
  return isWhole ? parts : joined([doerOf(row), { text: ' ', link: null }, ...parts]);
}

function doerOf({ user_id, user_name, user_email, address }: AuditRow): SentencePart {
  if (user_id !== null) return { text: user_name ?? user_email ?? '', link: `/audit?person=${user_id}` };
  return { text: address === 'command line' ? 'An administrator on the command line' : 'The server', link: null };
}

/** Texts beside each other become one part. */
function joined(parts: readonly SentencePart[]): SentencePart[] {
  const whole: SentencePart[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.link === null && part.link === null) whole[whole.length - 1] = { text: last.text + part.text, link: null };
    else whole.push(part);
  }
  return whole;
}

/** What an entry about something that is gone names; a subject without an id is shown as it is. */
function subjectText({ subject, lesson_sequence }: AuditRow): string | null {
  if (subject === null || !isThing(subject)) return subject;
  const noun = subject.slice(0, subject.indexOf(':')).replaceAll('-', ' ');
  if (lesson_sequence === null) return `a deleted ${noun}`;
  return noun === 'lesson' ? `lesson ${lesson_sequence}` : `a deleted ${noun} of lesson ${lesson_sequence}`;
}

function lessonLink({ lesson_id }: AuditRow, names: Names): string | null {
  return lesson_id === null ? null : (names.get(`lesson:${lesson_id}`)?.link ?? null);
}

/** The page that shows what was changed. */
function changeOf(row: AuditRow, names: Names, version: number | undefined): string | null {
  const { subject } = row;
  const [kind = '', id = ''] = (subject ?? '').split(':');
  if (kind === 'bulk-edit') return `/bulk-edits?before=${Number(id) + 1}`;
  if (row.action.startsWith('rehearsal.')) return `/releases/${id}/rehearsal`;
  if (version === undefined) return null;
  const page = (kind === 'course' || kind === 'path' ? names.get(subject ?? '')?.link : lessonLink(row, names)) ?? null;
  return page === null ? null : `${page}/history?version=${version}`;
}
