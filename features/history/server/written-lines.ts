import { getUserNames } from '#features/accounts/server/index.ts';
import type { LineBlame } from '#platform/content/blame-lines.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { WrittenLines } from '../contract/history.ts';
import { requireSeen } from './list-versions.ts';
import { listTexts, listVersionHeads, type Owner } from './queries.ts';

/** Versions read at a time: mostly a few are enough. */
const TEXTS_AT_ONCE = 100;
/** Characters that are compared in one task. */
const CHARACTERS_AT_ONCE = 500_000;
/** A page waits for this. */
const LIMIT_MS = 20_000;

const TOO_LONG = 'This text has too many lines and versions to say who wrote each line. Nothing was changed.';

/**
 * Returns who wrote each line of the newest text of a field.
 *
 * @throws AppError `not_found` also for a field that is no text; `refused` if that takes too long; `unavailable`
 */
export async function listWrittenLines(
  db: Handle,
  actor: Actor,
  owner: Owner,
  { part, field }: { part: string; field: string },
): Promise<WrittenLines> {
  await requireSeen(db, actor, owner);
  let newest: string | null = null;
  let blame: LineBlame | null = null;
  // A text that several versions have belongs to the oldest of them.
  const wrote: number[] = [];
  let last: string | null = null;
  const until = performance.now() + LIMIT_MS;
  for (let before: number | null = null; ;) {
    const texts = await listTexts(db, owner, { part, field, before, limit: TEXTS_AT_ONCE });
    const other: string[] = [];
    for (const { id, text: stored } of texts) {
      const text = stored ?? '';
      if (newest === null && stored === null) throw notFound('text');
      newest ??= text;
      if (text === last) wrote[wrote.length - 1] = id;
      else {
        wrote.push(id);
        other.push(text);
      }
      last = text;
    }
    for (const some of inPortions(other)) {
      if (performance.now() > until) throw refused(TOO_LONG);
      blame = await requireTextTask('blameLines', [blame, some], TOO_LONG);
    }
    before = texts.at(-1)?.id ?? null;
    // The next older version decides whether the text was the same there.
    if (texts.length < TEXTS_AT_ONCE || before === null || blame?.open.length === 0) break;
  }
  if (blame === null || newest === null) throw notFound('text');
  // Lines that were in the oldest version belong to it.
  const { found, version: oldest } = blame;
  const lines = found.map((version) => version ?? oldest);
  const used = [...new Set(lines)].toSorted((a, b) => a - b);
  const versions = await versionsOf(
    db,
    used.map((at) => wrote[at] ?? 0),
  );
  return { text: newest, versions, lines: lines.map((at) => used.indexOf(at)) };
}

/** Texts in portions for one task each, at least one text in each. */
function inPortions(texts: readonly string[]): string[][] {
  const portions: string[][] = [];
  let left = 0;
  for (const text of texts) {
    if (portions.length === 0 || left < text.length) {
      portions.push([]);
      left = CHARACTERS_AT_ONCE;
    }
    left -= text.length;
    portions.at(-1)?.push(text);
  }
  return portions;
}

async function versionsOf(db: Handle, ids: readonly number[]): Promise<WrittenLines['versions']> {
  const rows = new Map((await listVersionHeads(db, ids)).map((row) => [row.id, row]));
  const names = await getUserNames(db, [...new Set([...rows.values()].flatMap(({ saved_by }) => saved_by ?? []))]);
  return ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw notFound('version');
    const { saved_at, saved_by, git_author, cause, message } = row;
    return { id, at: saved_at.toISOString(), by: saved_by === null ? git_author : (names.get(saved_by) ?? null), cause, message };
  });
}
