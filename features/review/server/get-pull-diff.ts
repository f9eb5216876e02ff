import { CONTENT_ROOTS } from '#features/git/rules/content-roots.ts';
import type { FilePatch } from '#features/git/server/index.ts';
import { getReleaseFor } from '#features/releases/server/index.ts';
import { directionOfLanguage } from '#platform/content/language-direction.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { contentPathProblem } from '#platform/server/content-path.ts';
import { notFound } from '#platform/server/errors.ts';
import type { RenderContext } from '#platform/server/markdown/render-context.ts';
import { diffWithinLimits } from '#platform/server/markdown/render-markdown.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { CurriculumDiff } from '../changed-curriculum.policy.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import { canSuggest, orderForReview, reviewedKind, screenOfFile, screenOrder } from '../rules/review-files.ts';
import { compareFromCache } from './branch-state.ts';
import { diffCurriculumAt } from './changed-curricula.ts';
import { readScreenFolders } from './changed-lessons.ts';
import { TEXT_BYTES_MAX } from './commit-files.ts';
import { diffQuestions } from './diff-questions.ts';
import { findPull } from './pulls/pull-requests.ts';
import { pullImagesAt } from './show-pull-image.ts';

type Deps = Pick<Platform, 'db' | 'git' | 'codeHost' | 'config'>;

/** Files per reply, and lines per file including context. */
const LIMITS = { files: 300, lines: 2_000 } as const;

/**
 * What a release changes compared with main, below one folder of `lessons/`, in one course or path or, without either, outside of all.
 * Files are in the order of the lesson.
 * @throws AppError `not_found`; `unavailable` if the branch doesn't exist.
 */
export async function getPullDiff(
  platform: Deps,
  actor: Actor,
  releaseId: number,
  { folder, curriculum }: { folder?: string | undefined; curriculum?: string | undefined },
): Promise<{ files: FileDiff[]; curriculum: CurriculumDiff | null; is_cut: boolean; before: string; after: string }> {
  const release = await getReleaseFor(platform.db, actor, releaseId);
  if (folder !== undefined && (folder.includes('/') || contentPathProblem(folder) !== null)) throw notFound('lesson');
  if (curriculum !== undefined && contentPathProblem(curriculum) !== null) throw notFound('course');
  const { base, head } = await compareFromCache(platform, release, await findPull(platform.db, releaseId));
  const imagesAt = folder === undefined ? null : pullImagesAt(releaseId, folder);
  const place = folder === undefined ? (curriculum ?? null) : `lessons/${folder}`;
  return {
    ...(await diffFolder(platform, { before: base, after: head, place, imagesAt })),
    curriculum: curriculum === undefined ? null : await diffCurriculumAt(platform, release, curriculum, { base, head }),
    before: base,
    after: head,
  };
}

/**
 * What differs between two commits below a folder of the repository, such as `lessons/7-loops`; null: outside of lessons, courses and paths. Files of
 * lessons are in the order of the lesson, and show the images at `imagesAt`.
 */
export async function diffFolder(
  { git, config }: Pick<Platform, 'git' | 'config'>,
  { before, after, place, imagesAt }: { before: string; after: string; place: string | null; imagesAt: string | null },
): Promise<{ files: FileDiff[]; is_cut: boolean }> {
  const below = place === null ? '' : `${place}/`;
  const scope = place === null ? { outside: CONTENT_ROOTS } : { below: place };
  const { files, is_cut } = await git.history.diff({ before, after, place: scope, limits: LIMITS });
  const [, folder] = /^lessons\/([^/]+)$/.exec(place ?? '') ?? [];
  const sides =
    folder === undefined ? null : ([await readScreenFolders(git, before, folder), await readScreenFolders(git, after, folder)] as const);
  const [old, current] = sides ?? [];
  const language = (current?.files.length === 0 ? old : current)?.language ?? null;
  const context = { imagesAt, videoHosts: config.videoHosts, direction: directionOfLanguage(language) };
  const diffs = await Promise.all(files.map((file) => toFileDiff(git, file, { below, context, language })));
  if (!old || !current) return { files: diffs, is_cut };
  const screens = screenOrder(old.screens, current.screens);
  return { files: orderForReview(diffs, ({ path }) => path.slice(below.length), screens), is_cut };
}

async function toFileDiff(
  git: Deps['git'],
  file: FilePatch,
  { below, context, language }: { below: string; context: RenderContext; language: string | null },
): Promise<FileDiff> {
  const { path, from, change, is_binary, hunks, is_cut } = file;
  const kind = reviewedKind(path);
  const text = below !== '' && canSuggest(path.slice(below.length));
  const isRead = !is_binary && (kind === 'text' || kind === 'questions' || text);
  const [old, current] = isRead ? [await textOf(git, file.before), await textOf(git, file.after)] : [undefined, undefined];
  const isReadable = old !== undefined && current !== undefined;
  return {
    path,
    from,
    change,
    kind,
    screen: below === '' || kind === 'generated' ? null : screenOfFile(path.slice(below.length)),
    is_binary,
    size: { before: await sizeOf(git, file.before), after: await sizeOf(git, file.after) },
    hunks,
    is_cut,
    rendered: isReadable && kind === 'text' ? await diffWithinLimits(old, current, context) : null,
    questions:
      isReadable && kind === 'questions'
        ? await diffQuestions(old, current, (before, after) => diffWithinLimits(before, after, context))
        : null,
    text_language: language,
    source: text ? (current ?? null) : null,
  };
}

/** Null: the side doesn't have the file; undefined: it is too large. */
async function textOf(git: Deps['git'], oid: string | null): Promise<string | null | undefined> {
  return oid === null ? null : ((await git.readBlob(oid, TEXT_BYTES_MAX))?.toString() ?? undefined);
}

async function sizeOf(git: Deps['git'], oid: string | null): Promise<number | null> {
  return oid === null ? null : git.blobSize(oid);
}
