import type { FileDiff } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import { notFound } from '#server/platform/errors.ts';
import { contentPathProblem } from '#server/platform/git/content-path.ts';
import type { FilePatch } from '#server/platform/git/diff.ts';
import { diffWithinLimits } from '#server/platform/markdown/render-markdown.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPull } from '#server/releases/index.ts';
import { compareFromCache } from './branch-state.ts';
import { getReleaseFor } from './find-release.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost'>;

/** Files per reply, and lines per file including context. */
const LIMITS = { files: 300, lines: 2_000 } as const;
/** Longer texts, in bytes, are only shown as lines. */
const RENDERED_BYTES_MAX = 200_000;

/**
 * What a release changes compared with main, below one folder of `lessons/` or, without one, outside of it.
 * @throws AppError `not_found`; `unavailable` if the branch doesn't exist.
 */
export async function getPullDiff(
  platform: Deps,
  actor: Actor,
  releaseId: number,
  folder: string | undefined,
): Promise<{ files: FileDiff[]; is_cut: boolean }> {
  const release = await getReleaseFor(platform.db, actor, releaseId);
  if (folder !== undefined && (folder.includes('/') || contentPathProblem(folder) !== null)) throw notFound('lesson');
  const { base, head } = await compareFromCache(platform, release, await findPull(platform.db, releaseId));
  const place = folder === undefined ? { outside: 'lessons' } : { below: `lessons/${folder}` };
  const { files, is_cut } = await platform.git.history.diff({ before: base, after: head, place, limits: LIMITS });
  return { is_cut, files: await Promise.all(files.map((file) => toFileDiff(platform, file))) };
}

async function toFileDiff({ git }: Deps, file: FilePatch): Promise<FileDiff> {
  const { path, from, change, is_binary, hunks, is_cut } = file;
  return { path, from, change, is_binary, hunks, is_cut, rendered: await renderedDiff(git, file) };
}

async function renderedDiff(git: Deps['git'], { path, before, after, is_binary }: FilePatch): Promise<FileDiff['rendered']> {
  if (!path.endsWith('.md') || is_binary) return null;
  const read = async (oid: string | null) =>
    oid === null ? null : ((await git.readBlob(oid, RENDERED_BYTES_MAX))?.toString() ?? undefined);
  const [old, current] = [await read(before), await read(after)];
  return old === undefined || current === undefined ? null : await diffWithinLimits(old, current);
}
