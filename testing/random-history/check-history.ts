import { VERSION_DAYS } from '#features/history/contract/history-limits.ts';
import { readParts, type Owner } from '#features/history/server/queries.ts';
import { surroundingsOf } from '#features/history/server/version-diff.ts';
import { filesOf } from '#features/history/server/version-files.ts';
import type { FileDiff } from '#features/review/contract/pull-diffs.ts';
import { removeOldVersions } from '#features/revisions/server/versions.ts';
import { linesOf } from '#platform/content/line-diff.ts';
import { ApiError } from '#platform/contract/client.ts';
import { listContents, shownState, storedState } from './states.ts';
import type { Acknowledged, World } from './world.ts';

/** What is wrong with an acknowledged version: nothing, if the history is right. */
interface Fault {
  readonly what: string;
  readonly owner: string;
  readonly version: number;
  readonly action: string;
  readonly expected: string;
  readonly found: string;
}

const nameOf = ({ kind, id }: Owner) => `${kind} ${id}`;

function fault(what: string, { owner, version, action, state }: Acknowledged, found: string): Fault {
  return { what, owner: nameOf(owner), version, action, expected: state, found };
}

/** What {@link checkHistory} found, and how much it looked at. */
interface Checked {
  readonly faults: readonly Fault[];
  readonly diffs: number;
  readonly restored: number;
  /** What is published can't be restored in its place. */
  readonly readOnly: number;
  /** Deletions of a lesson, course or path as a whole: what it was before is restored. */
  readonly deletions: number;
  /** Versions that are left when those in no commit are too old. */
  readonly afterHousekeeping: number;
}

/**
 * Checks every version that was acknowledged: it is listed, shown as it was, restored to the same bytes, and still shown as it was when
 * housekeeping has removed old ones. One diff in `diffsEvery` is read, with what it leads to.
 */
export async function checkHistory(world: World, diffsEvery: number): Promise<Checked> {
  const unlisted = await findUnlisted(world);
  const wrong = await findWrong(world, world.acknowledged);
  const { read, faults: diffs } = await findWrongDiffs(world, diffsEvery);
  const { faults: unrestorable, ...restored } = await findUnrestorable(world);
  await removeOldVersions(world.db, new Date(Date.now() + (VERSION_DAYS + 1) * 86_400_000));
  const left = new Set((await world.db.selectFrom('versions').select('id').execute()).map(({ id }) => id));
  const kept = world.acknowledged.filter(({ version }) => left.has(version));
  const wrongLater = await findWrong(world, kept);
  return {
    faults: [...unlisted, ...wrong, ...diffs, ...unrestorable, ...wrongLater],
    diffs: read,
    ...restored,
    afterHousekeeping: kept.length,
  };
}

/** Versions that the lists of the history don't have, page by page as people read them. */
async function findUnlisted(world: World): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const versions of Map.groupBy(world.acknowledged, ({ owner }) => nameOf(owner)).values()) {
    const params = versions[0]?.owner;
    if (!params || !(await isThere(world, params))) continue;
    const listed = new Set<number>();
    for (let before: number | null | undefined; before !== null;) {
      const page = await world.staff.listVersions({ params, query: { ...(before !== undefined && { before }) } });
      for (const { id } of page.versions) listed.add(id);
      before = page.next;
    }
    faults.push(...versions.filter(({ version }) => !listed.has(version)).map((each) => fault('not listed', each, 'nothing')));
  }
  return faults;
}

/** Lessons, courses and paths in the trash have no pages. */
async function isThere({ db }: World, { kind, id }: Owner): Promise<boolean> {
  const table = ({ lesson: 'lessons', course: 'courses', path: 'paths' } as const)[kind];
  const row = await db
    .selectFrom(table as 'lessons')
    .select('deleted_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined && row.deleted_at === null;
}

/** Versions that the history shows otherwise than they were. */
async function findWrong(world: World, versions: readonly Acknowledged[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const each of versions) {
    const shown = await shownState(world.db, each.owner, each.version);
    if (shown !== each.state) faults.push(fault('shown otherwise', each, shown));
  }
  return faults;
}

/** Versions whose diff doesn't lead from the version before to what was acknowledged. One in `every` is read. */
async function findWrongDiffs(world: World, every: number): Promise<{ read: number; faults: Fault[] }> {
  const faults: Fault[] = [];
  let read = 0;
  for (const [index, each] of world.acknowledged.entries()) {
    if (index % every !== 0 || !(await isThere(world, each.owner))) continue;
    read++;
    const { owner, version } = each;
    const { parts } = await world.staff.getVersionDiff({ params: { ...owner, version }, query: {} });
    const about = await surroundingsOf(world.db, owner);
    const after = await readParts(world.db, owner, { at: version, parts: parts.map(({ part }) => part) });
    for (const { part, before, files } of parts) {
      const old = before === null ? undefined : (await readParts(world.db, owner, { at: before, parts: [part] })).get(part);
      const [was, is] = [filesOf(owner.kind, old, about), filesOf(owner.kind, after.get(part), about)];
      for (const file of files) {
        if (file.is_binary || file.is_cut || (!was.has(file.path) && !is.has(file.path))) continue;
        const [from, to] = [was, is].map((side) => linesOf(Buffer.from(side.get(file.path) ?? []).toString()));
        const found = applied(from ?? [], file.hunks).join('\n');
        if (found !== to?.join('\n')) faults.push(fault(`its diff of ${file.path} is wrong`, each, found));
      }
    }
  }
  return { read, faults };
}

/** The lines after a diff. */
function applied(lines: readonly string[], hunks: FileDiff['hunks']): string[] {
  const result: string[] = [];
  let at = 0;
  for (const { header, lines: changed } of hunks) {
    const [, start, count] = /^@@ -(\d+)(?:,(\d+))? /.exec(header) ?? [];
    const from = count === '0' ? Number(start) : Number(start) - 1;
    result.push(...lines.slice(at, from));
    at = from;
    for (const { kind, text } of changed) {
      if (kind !== 'added') at++;
      if (kind !== 'removed') result.push(text);
    }
  }
  return [...result, ...lines.slice(at)];
}

/** Versions that can't be restored to the same bytes, and how many were restored. What is published is read only. */
async function findUnrestorable(world: World): Promise<{ restored: number; readOnly: number; deletions: number; faults: Fault[] }> {
  const result = { restored: 0, readOnly: 0, deletions: 0, faults: [] as Fault[] };
  for (const versions of Map.groupBy(world.acknowledged, ({ owner }) => nameOf(owner)).values()) {
    const [first] = versions;
    if (!first) continue;
    const isReadOnly = await isPublished(world, first.owner);
    if (!isReadOnly) await bringBack(world, first.owner);
    for (const each of versions) {
      const { owner, version, state, content } = each;
      const isDeletion = state.includes('"is_deleted":true');
      const call = world.server.client('owner').restoreVersion({ params: { ...owner, version }, body: {} });
      if (isDeletion || isReadOnly) {
        const refusal = await call.then(
          () => 'restored',
          (error: unknown) => (error instanceof ApiError && [404, 422].includes(error.status) ? null : String(error)),
        );
        if (refusal !== null) result.faults.push(fault('is not refused', each, refusal));
        if (isReadOnly) result.readOnly++;
        else result.deletions++;
        continue;
      }
      await call;
      result.restored++;
      const now = await storedState(world.db, owner);
      if (now !== state) result.faults.push(fault('restored otherwise', each, now));
      const hashes = (await listContents(world.db)).get(nameOf(owner)) ?? '';
      if (hashes !== content) result.faults.push(fault('has other hashes after it was restored', each, `${hashes} instead of ${content}`));
    }
  }
  return result;
}

async function isPublished({ db }: World, { kind, id }: Owner): Promise<boolean> {
  const table = ({ lesson: 'lessons', course: 'courses', path: 'paths' } as const)[kind];
  const row = await db
    .selectFrom('releases')
    .select('is_main')
    .where('id', '=', (query) =>
      query
        .selectFrom(table as 'lessons')
        .select('release_id')
        .where('id', '=', id),
    )
    .executeTakeFirstOrThrow();
  return row.is_main;
}

/** Takes it out of the trash. A lesson that has its number now gives way. */
async function bringBack(world: World, owner: Owner): Promise<void> {
  if (await isThere(world, owner)) return;
  const { kind, id } = owner;
  const { db, staff } = world;
  const table = ({ lesson: 'lessons', course: 'courses', path: 'paths' } as const)[kind];
  const { release_id, sequence } = await db
    .selectFrom(table as 'lessons')
    .select(['release_id', 'sequence'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db.updateTable('releases').set({ deleted_at: null }).where('id', '=', release_id).execute();
  const [other] = (await world.live(table)).filter((each) => each.release_id === release_id && each.sequence === sequence);
  if (kind === 'lesson') {
    if (other) await staff.deleteLesson({ params: { id: other.id } });
    await staff.restoreLesson({ params: { id } });
  } else if (kind === 'course') {
    if (other) await staff.deleteCourse({ params: { id: other.id } });
    await staff.restoreCourse({ params: { id }, body: {} });
  } else {
    if (other) await staff.deletePath({ params: { id: other.id } });
    await staff.restorePath({ params: { id }, body: {} });
  }
}
