import { z } from 'zod';
import { COLLECTION_LIMITS, CollectionForm, type collectionRoutes } from '#contract/collections.ts';
import { OperationId } from '#contract/operations.ts';
import { BranchName, ReleaseName, type releaseRoutes } from '#contract/releases.ts';
import { uploadsFolder } from '#server/datasets/index.ts';
import { readForm } from '#server/platform/http/read-form.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { importCollection, listCollections } from './collections/import-collection.ts';
import { findCollectionConflict, resolveCollectionConflict } from './collections/open-conflict.ts';
import { createDrafts } from './releases/create-drafts.ts';
import { createRelease } from './releases/create-release.ts';
import { createReleaseFromZip, ZIP_BYTES_MAX } from './releases/create-release-from-zip.ts';
import { deleteRelease } from './releases/delete-release.ts';
import { exportRelease } from './export-release.ts';
import { importLessons, listBranchLessons } from './import-lessons.ts';
import { importFullLesson } from './import-full-lesson.ts';
import { listReleaseViews, releaseView } from './releases/list-releases.ts';
import { reopenRelease } from './releases/reopen-release.ts';
import { updateRelease } from './releases/update-release.ts';
import type { syncRoutes } from '#contract/sync.ts';
import { COURSES, PATHS } from '#server/curricula/index.ts';
import { repairRelease } from './sync/repair-release.ts';
import { syncLesson } from './sync/sync-lesson.ts';
import { syncCurriculum } from './sync/sync-curriculum.ts';
import { updateFromMain } from './sync/update-from-main.ts';
import type { PullRequest, pullRequestRoutes } from '#contract/pull-requests.ts';
import type { Actor } from '#contract/roles.ts';
import { notFound, forbidden } from '#server/platform/errors.ts';
import { applySuggestion } from './review/apply-suggestion.ts';
import { deleteComment, discardReview, editComment } from './review/edit-comment.ts';
import { getPullDiff } from './review/get-pull-diff.ts';
import { getPullRequest } from './review/get-pull.ts';
import { getMergeRules } from './review/merge-gate.ts';
import { mergePull } from './review/merge-pull.ts';
import { createComment, listComments, replyToComment, resolveComment } from './review/pull-comments.ts';
import { getReleaseChanges } from './review/release-changes.ts';
import { closePull, reviewPull } from './review/review-pull.ts';
import { showPullImage } from './review/show-pull-image.ts';
import { sendForReview, startReview } from './review/start-review.ts';
import type { trashRoutes } from '#contract/trash.ts';
import { restoreScreen } from '#server/lessons/index.ts';
import { retentionStart } from './trash/trash-retention.ts';
import { listTrash } from './trash/list-trash.ts';
import { restoreItem } from './trash/restore-item.ts';
import { restoreLesson } from './trash/restore-lesson.ts';
import type { webhookRoutes } from '#contract/webhooks.ts';
import { deliveryOf } from '#server/platform/code-hosts/read-webhook.ts';
import { syncBranch } from './webhooks/sync-branch.ts';
import { syncPullQueue } from './webhooks/queues.ts';
import { SeenDeliveries } from './webhooks/seen-deliveries.ts';
import type { courseRoutes } from '#contract/courses.ts';
import type { pathRoutes } from '#contract/paths.ts';
import { exportCourse } from './export-course.ts';
import { copyCurriculum } from './curricula/copy-curriculum.ts';
import { importCurricula } from './curricula/import-curricula.ts';
import { restoreCurriculum } from './curricula/restore-curriculum.ts';
import type { dataFileRoutes } from '#contract/data-files.ts';
import type { exportRoutes } from '#contract/exports.ts';
import type { lessonRoutes } from '#contract/lessons.ts';
import { cloneLesson } from './clone-lesson.ts';
import { exportAs, getExportReport } from './export-as.ts';
import { exportLesson, exportLessons } from './export-lesson.ts';

/** The fields of the form; its file is read beside them. */
const ZipFields = z.object({ releaseName: ReleaseName, branchName: BranchName, operation_id: OperationId.optional() });

const collectionHandlers = (platform: Platform): Handlers<typeof collectionRoutes> => ({
  listCollections: () => listCollections(platform),
  findCollectionConflict: ({ actor, params }) => findCollectionConflict(platform, actor, params.id),
  resolveCollectionConflict: async ({ actor, params, body }) => {
    await resolveCollectionConflict(platform, actor, params.id, body);
    return {};
  },
  importCollection: async ({ actor, request }) => {
    const folder = await uploadsFolder(platform);
    const limits = { fileBytes: COLLECTION_LIMITS.zipBytes, files: 1, fieldBytes: 1_000_000, folder };
    await using form = await readForm(request, CollectionForm, limits);
    return await importCollection(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
});

/** The calls on releases: nearly all of them touch lessons, changes and git as well. */
const releaseHandlers = (platform: Platform): Handlers<typeof releaseRoutes> => ({
  listReleases: () => listReleaseViews(platform),
  getRelease: ({ params }) => releaseView(platform, params.id),
  createRelease: ({ actor, body }) => createRelease(platform, actor, body),
  createReleaseFromZip: async ({ actor, request }) => {
    await using form = await readForm(request, ZipFields, { fileBytes: ZIP_BYTES_MAX, files: 1, folder: await uploadsFolder(platform) });
    return await createReleaseFromZip(platform, actor, { ...form.fields, file: form.files.get('file') });
  },
  updateRelease: ({ actor, params, body }) => updateRelease(platform, actor, params.id, body),
  createDrafts: ({ actor, body }) => createDrafts(platform, actor, body.user_id),
  reopenRelease: ({ actor, params }) => reopenRelease(platform, actor, params.id),
  deleteRelease: ({ actor, params }) => deleteRelease(platform, actor, params.id),
  exportRelease: ({ params, reply }) => exportRelease(platform, params.id, reply),
  importLessons: ({ actor, body }) => importLessons(platform, actor, body),
  listBranchLessons: ({ body }) => listBranchLessons(platform, body),
  importLesson: ({ actor, params }) => importFullLesson(platform, actor, params.id),
});

const syncHandlers = (platform: Platform): Handlers<typeof syncRoutes> => ({
  syncLesson: ({ actor, params, body }) => syncLesson(platform, actor, params.id, body?.resolution),
  syncCourse: async ({ actor, params, body }) => {
    const outcome = await syncCurriculum(platform, actor, COURSES, params.id, body?.resolution);
    return { ...(await COURSES.get(platform.db, actor, params.id)), outcome };
  },
  syncPath: async ({ actor, params, body }) => {
    const outcome = await syncCurriculum(platform, actor, PATHS, params.id, body?.resolution);
    return { ...(await PATHS.get(platform.db, actor, params.id)), outcome };
  },
  updateFromMain: ({ actor, params, body }) => updateFromMain(platform, actor, params.id, body?.resolution),
  healRelease: ({ actor, params, body }) => repairRelease(platform, actor, params.id, body.how),
});

/** The routes of pull requests and reviews. */
const reviewHandlers = (platform: Platform): Handlers<typeof pullRequestRoutes> => ({
  getPullRequest: ({ actor, params }) => getPullRequest(platform, actor, params.id),
  getPullDiff: ({ actor, params, query }) => getPullDiff(platform, actor, params.id, query.folder),
  getReleaseChanges: ({ actor, params }) => getReleaseChanges(platform, actor, params.id),
  showPullImage: ({ actor, params, query, reply }) => showPullImage(platform, actor, { ...params, ...query }, reply),
  listPullComments: ({ actor, params }) => listComments(platform, actor, params.id),
  createPullComment: async ({ actor, params, body }) => {
    await createComment(platform, actor, params.id, body);
    return listComments(platform, actor, params.id);
  },
  replyToPullComment: async ({ actor, params, body }) => {
    await replyToComment(platform, actor, params.id, params.commentId, body.text);
    return listComments(platform, actor, params.id);
  },
  editPullComment: async ({ actor, params, body }) => {
    await editComment(platform, actor, params.id, params.commentId, body);
    return listComments(platform, actor, params.id);
  },
  deletePullComment: async ({ actor, params }) => {
    await deleteComment(platform, actor, params.id, params.commentId);
    return listComments(platform, actor, params.id);
  },
  discardPendingReview: async ({ actor, params }) => {
    await discardReview(platform, actor, params.id);
    return listComments(platform, actor, params.id);
  },
  resolvePullComment: async ({ actor, params, body }) => {
    await resolveComment(platform, actor, params.id, params.commentId, body.is_resolved);
    return listComments(platform, actor, params.id);
  },
  applySuggestion: async ({ actor, params }) => {
    await applySuggestion(platform, actor, params.id, params.commentId);
    return listComments(platform, actor, params.id);
  },
  openPullRequest: async ({ actor, params, body }) => {
    await sendForReview(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  reviewPullRequest: async ({ actor, params, body }) => {
    await reviewPull(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  mergePullRequest: async ({ actor, params, body }) => {
    await mergePull(platform, actor, params.id, body);
    return shown(platform, actor, params.id);
  },
  getMergeRules: () => getMergeRules(platform),
  closePullRequest: async ({ actor, params }) => {
    await closePull(platform, actor, params.id);
    return shown(platform, actor, params.id);
  },
  startReview: ({ actor, params }) => startReview(platform, actor, params.id),
});

async function shown(platform: Platform, actor: Actor, releaseId: number): Promise<PullRequest> {
  const pull = await getPullRequest(platform, actor, releaseId);
  if (pull === null) throw notFound('pull request');
  return pull;
}

const trashHandlers = (platform: Platform): Handlers<typeof trashRoutes> => ({
  listTrash: ({ actor }) => listTrash(platform, actor),
  restoreLesson: ({ actor, params }) => restoreLesson(platform, actor, params.id),
  restoreItem: ({ actor, params }) => restoreItem(platform, actor, params.id),
  restoreScreen: ({ actor, params, body }) =>
    restoreScreen(platform, actor, params.id, { sequence: body?.sequence, since: retentionStart(new Date()) }),
});

function webhookHandlers(platform: Platform): Handlers<typeof webhookRoutes> {
  const { config, codeHost, db, jobs } = platform;
  const seen = new SeenDeliveries();
  return {
    receiveWebhook: async ({ params: { host }, request }) => {
      if (config.codeHost.kind !== host || config.codeHost.webhookSecret === null) throw notFound('webhook');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await codeHost.readWebhook(request.headers, body);
      if (event === null) throw forbidden('Invalid signature: the secret of the webhook must match LESSONWRIGHT_WEBHOOK_SECRET.');
      const delivery = deliveryOf(host, request.headers);
      if (delivery !== null && seen.has(delivery)) return { ok: true };
      if (event.kind === 'push') await syncBranch(platform, event.branch, event.sha);
      if (event.kind === 'pull-request') {
        const { number } = event;
        await db.transaction().execute((tx) => jobs.send(tx, syncPullQueue, { number }, { singletonKey: String(number) }));
      }
      if (delivery !== null) seen.add(delivery);
      return { ok: true };
    },
  };
}

/** The calls on courses and paths that read git. */
const curriculumHandlers = (
  platform: Platform,
): Pick<Handlers<typeof courseRoutes>, 'importCourses' | 'copyCourse' | 'restoreCourse' | 'exportCourse'> &
  Pick<Handlers<typeof pathRoutes>, 'importPaths' | 'copyPath' | 'restorePath'> => ({
  importCourses: async ({ actor, params, body }) => {
    const { ids, invalid } = await importCurricula(platform, actor, COURSES, { ...params, ...body });
    const courses = await COURSES.list(platform.db, actor);
    return { courses: courses.filter(({ id }) => ids.includes(id)), invalidCourses: invalid };
  },
  copyCourse: async ({ actor, params }) =>
    COURSES.get(platform.db, actor, await copyCurriculum(platform, actor, COURSES, params.id, params.releaseId)),
  restoreCourse: async ({ actor, params }) => {
    await restoreCurriculum(platform, actor, COURSES, params.id);
    return COURSES.get(platform.db, actor, params.id);
  },
  exportCourse: ({ actor, params, reply }) => exportCourse(platform, actor, params.id, reply),
  importPaths: async ({ actor, params, body }) => {
    const { ids, invalid } = await importCurricula(platform, actor, PATHS, { ...params, ...body });
    const tracks = await PATHS.list(platform.db, actor);
    return { tracks: tracks.filter(({ id }) => ids.includes(id)), invalidTracks: invalid };
  },
  copyPath: async ({ actor, params }) =>
    PATHS.get(platform.db, actor, await copyCurriculum(platform, actor, PATHS, params.id, params.releaseId)),
  restorePath: async ({ actor, params }) => {
    await restoreCurriculum(platform, actor, PATHS, params.id);
    return PATHS.get(platform.db, actor, params.id);
  },
});

const cloneHandlers = (platform: Platform): Pick<Handlers<typeof lessonRoutes>, 'cloneLesson'> => ({
  cloneLesson: ({ actor, params }) => cloneLesson(platform, actor, params.id),
});

const exportHandlers = (
  platform: Platform,
): Pick<Handlers<typeof dataFileRoutes>, 'exportLesson' | 'exportLessons'> & Handlers<typeof exportRoutes> => ({
  exportAs: ({ actor, query, reply }) => exportAs(platform, actor, query, reply),
  getExportReport: ({ actor, query }) => getExportReport(platform, actor, query),
  exportLesson: ({ actor, params, reply }) => exportLesson(platform, actor, params.id, reply),
  exportLessons: ({ actor, query, reply }) => exportLessons(platform, actor, query.ids, reply),
});

/** The handlers of all routes of this module. */
export const contentSyncModule = (platform: Platform) => ({
  ...releaseHandlers(platform),
  ...collectionHandlers(platform),
  ...syncHandlers(platform),
  ...reviewHandlers(platform),
  ...trashHandlers(platform),
  ...webhookHandlers(platform),
  ...curriculumHandlers(platform),
  ...cloneHandlers(platform),
  ...exportHandlers(platform),
});
