import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '#features/git/server/index.ts';
import type { Config } from '#platform/server/config.ts';
import { openDatabase, type Db } from '#platform/server/database/database.ts';

/** Where a branch must be; null: it must not exist; undefined: it stays. */
interface Wanted {
  readonly ref: string;
  readonly commit: string | null | undefined;
}

const NO_COMMIT = '0'.repeat(40);
/** The remote's branches as the working repository knows them. */
const KNOWN = 'refs/remotes/origin/';
const BRANCHES = 'refs/heads/';

/**
 * Sets the branches of the repositories back to the commits that the database names, after the database was restored to an earlier
 * moment. The server must be stopped. Where branches were is written to a file first. Commits are never removed, so it can be
 * repeated and undone.
 * @returns the file
 * @throws Error if a commit is missing; nothing was changed then
 */
export async function alignBranches(config: Config, tell: (line: string) => void): Promise<string> {
  const database = await openDatabase({ ...config, isOwner: true });
  try {
    const releases = await listReleases(database.db);
    const { dataFolder } = config;
    const plans = await Promise.all(
      [
        { name: 'working.git', wanted: releases.flatMap((each) => inWorking(each)), keepsOthers: false },
        // People may have pushed branches that are no release.
        {
          name: 'content.git',
          wanted: releases.map(({ branch, pushed }) => ({ ref: BRANCHES + branch, commit: pushed })),
          keepsOthers: true,
        },
      ]
        .filter(({ name }) => existsSync(join(dataFolder, name)))
        .map(async ({ name, wanted, keepsOthers }) => {
          const folder = join(dataFolder, name);
          return { name, folder, ...(await plan(folder, wanted, keepsOthers)) };
        }),
    );
    const missing = plans.flatMap(({ name, missing }) => missing.map((commit) => `${commit} (${name})`));
    if (missing.length > 0)
      throw new Error(
        `These commits are not in the repositories: ${missing.join(', ')}. Nothing was changed. Use repositories that were copied after the moment to which the database was restored.`,
      );
    const file = join(dataFolder, `branches-before-${new Date().toISOString().replaceAll(':', '')}.txt`);
    await writeFile(file, plans.flatMap(({ name, before }) => before.map((line) => `${name} ${line}\n`)).join(''), { mode: 0o600 });
    for (const { name, folder, updates } of plans) {
      await runGit([`--git-dir=${folder}`, 'update-ref', '--stdin'], { input: updates.map((line) => `${line}\n`) });
      tell(`${name}: ${updates.length} branches were set back.`);
    }
    if (config.codeHost.kind !== 'local')
      for (const { branch, pushed } of releases) tell(`At the code host: ${branch} must be at ${pushed ?? '(deleted)'}.`);
    return file;
  } finally {
    await database.close();
  }
}

interface Release {
  readonly branch: string;
  readonly commit: Wanted['commit'];
  readonly pushed: Wanted['commit'];
}

async function listReleases(db: Db): Promise<Release[]> {
  const rows = await db
    .selectFrom('releases')
    .select(['branch_name', 'commit_sha', 'pushed_sha', 'is_main'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ branch_name, commit_sha, pushed_sha, is_main }) => {
    // Main is moved at the remote and then imported. It is never deleted.
    if (is_main) return { branch: branch_name, commit: commit_sha ?? undefined, pushed: commit_sha ?? undefined };
    return { branch: branch_name, commit: commit_sha, pushed: pushed_sha };
  });
}

function inWorking({ branch, commit, pushed }: Release): Wanted[] {
  return [
    { ref: BRANCHES + branch, commit },
    { ref: KNOWN + branch, commit: pushed },
  ];
}

/** The commands for `git update-ref` that move what is elsewhere, and delete what the database doesn't name. */
async function plan(
  folder: string,
  wanted: readonly Wanted[],
  keepsOthers: boolean,
): Promise<{ before: string[]; updates: string[]; missing: string[] }> {
  const before = await linesOf(folder, ['for-each-ref', '--format=%(objectname) %(refname)', BRANCHES, KNOWN]);
  const now = new Map(before.map((line) => [line.slice(line.indexOf(' ') + 1), line.slice(0, line.indexOf(' '))]));
  const named = new Map(wanted.map(({ ref, commit }) => [ref, commit]));
  const all = [...new Set([...now.keys(), ...named.keys()])];
  const updates = all.flatMap((ref) => {
    const from = now.get(ref) ?? null;
    const to = named.has(ref) ? named.get(ref) : keepsOthers ? undefined : null;
    const isUnknown = from === null && ref.startsWith(KNOWN);
    if (to === undefined || from === to || isUnknown || ref === `${KNOWN}HEAD`) return [];
    return [to === null ? `delete ${ref} ${from ?? NO_COMMIT}` : `update ${ref} ${to} ${from ?? NO_COMMIT}`];
  });
  const commits = [...new Set([...named.values()].filter((commit) => typeof commit === 'string'))];
  const { stdout } = await runGit([`--git-dir=${folder}`, 'cat-file', '--batch-check=%(objectname) %(objecttype)'], {
    input: commits.map((commit) => `${commit}\n`),
  });
  const missing = stdout
    .toString()
    .split('\n')
    .flatMap((line) => (line.endsWith(' missing') ? [line.slice(0, -' missing'.length)] : []));
  return { before, updates, missing };
}

async function linesOf(folder: string, args: readonly string[]): Promise<string[]> {
  const { stdout } = await runGit([`--git-dir=${folder}`, ...args], {});
  return stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '');
}
