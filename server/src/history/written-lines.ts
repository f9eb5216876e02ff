import { LineBlame } from '#content/blame-lines.ts';
import { linesOf } from '#content/line-diff.ts';
import type { WrittenLines } from '#contract/history.ts';
import type { Actor } from '#contract/roles.ts';
import { getUserNames } from '#server/accounts/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/errors.ts';
import { requireSeen } from './list-versions.ts';
import { listTexts, listVersionHeads, type Owner } from './queries.ts';

/** Versions read at a time: mostly a few are enough. */
const TEXTS_AT_ONCE = 100;

/** Returns who wrote each line of the newest text of a field. @throws AppError `not_found` also for a field that is no text. */
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
  for (let before: number | null = null; ;) {
    const texts = await listTexts(db, owner, { part, field, before, limit: TEXTS_AT_ONCE });
    for (const { id, text: stored } of texts) {
      const text = stored ?? '';
      if (blame === null) {
        if (stored === null) throw notFound('text');
        newest = text;
        blame = new LineBlame(linesOf(text));
      } else if (text !== last) {
        blame.addOlder(linesOf(text));
      } else {
        wrote[wrote.length - 1] = id;
        continue;
      }
      wrote.push(id);
      last = text;
    }
    before = texts.at(-1)?.id ?? null;
    // The next older version decides whether the text was the same there.
    if (texts.length < TEXTS_AT_ONCE || before === null || blame?.isDone) break;
  }
  if (blame === null || newest === null) throw notFound('text');
  const lines = blame.result();
  const used = [...new Set(lines)].toSorted((a, b) => a - b);
  const versions = await versionsOf(
    db,
    used.map((at) => wrote[at] ?? 0),
  );
  return { text: newest, versions, lines: lines.map((at) => used.indexOf(at)) };
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
