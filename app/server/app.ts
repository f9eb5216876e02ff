import type { FastifyInstance } from 'fastify';
import { api } from '#app/contract/api.ts';
import { accountsModule, identifyVisitor, registerLoginScripts } from '#features/accounts/server/index.ts';
import { auditModule, recordCall } from '#features/audit/server/index.ts';
import { bulkEditHandlers } from '#features/bulk-edits/server/index.ts';
import { checkTrustHandlers } from '#features/check-trust/server/index.ts';
import { commentHandlers } from '#features/comments/server/index.ts';
import { curriculaModule } from '#features/curricula/server/index.ts';
import { datasetHandlers, DatasetUploads } from '#features/datasets/server/index.ts';
import { exportHandlers } from '#features/exports/server/index.ts';
import { historyModule } from '#features/history/server/index.ts';
import { importFileHandlers, collectionHandlers } from '#features/imports/server/index.ts';
import { listSeenLessonIds } from '#features/lesson-store/server/index.ts';
import { lessonsModule, maySubscribeToLesson } from '#features/lessons/server/index.ts';
import { notificationsModule } from '#features/notifications/server/index.ts';
import { operationsModule } from '#features/operations/server/index.ts';
import { packageHandlers } from '#features/packages/server/index.ts';
import { preflightModule } from '#features/preflight/server/index.ts';
import { Previews, publishingModule } from '#features/publishing/server/index.ts';
import { rehearsalsModule } from '#features/rehearsals/server/index.ts';
import { releaseHandlers } from '#features/release-list/server/index.ts';
import { replaceModule } from '#features/replace/server/index.ts';
import { reviewHandlers, followLeaving } from '#features/review/server/index.ts';
import { keepBuilds, runsModule, Runs } from '#features/runs/server/index.ts';
import { screensModule } from '#features/screens/server/index.ts';
import { SearchIndex, searchModule } from '#features/search/server/index.ts';
import { syncModule, registerGitHttp, queuePushedBranches } from '#features/sync/server/index.ts';
import { terminalHandlers } from '#features/terminals/server/index.ts';
import { screenTestHandlers, GateKeeper, ScreenTests } from '#features/tests/server/index.ts';
import { trashHandlers } from '#features/trash/server/index.ts';
import { webhookHandlers } from '#features/webhooks/server/index.ts';
import { CallLimits } from '#platform/server/http/call-limits.ts';
import { mount } from '#platform/server/http/mount.ts';
import { createServer } from '#platform/server/http/server.ts';
import type { Platform } from '#platform/server/platform.ts';

/**
 * Mounts every module on one HTTP server. A route of the contract without a handler does not compile here.
 * Closing the server ends live connections and stops its runs; the caller closes the platform.
 * @param searchPauseMs how long the search waits for more saves before it reads them
 */
export async function buildApp(platform: Platform, { searchPauseMs }: { searchPauseMs?: number } = {}): Promise<FastifyInstance> {
  const runs = new Runs(platform);
  await runs.recover();
  const tests = new ScreenTests(platform, runs);
  const gates = new GateKeeper(platform, runs, tests);
  await gates.start();
  keepBuilds(platform);
  const uploads = new DatasetUploads(platform);
  const previews = new Previews(platform);
  const searchIndex = await SearchIndex.start(platform, searchPauseMs === undefined ? {} : { pauseMs: searchPauseMs });
  const app = await createServer(
    platform.config,
    platform.log,
    (request, reply) => identifyVisitor(platform, request, reply),
    platform.cluster,
  );
  const limits = new CallLimits();
  const sharing =
    platform.cluster && limits.share(platform.db, (error) => platform.log.warn({ err: error }, 'could not share the counts of calls'));
  mount(
    app,
    api,
    {
      ...auditModule(platform),
      ...accountsModule(platform),
      ...notificationsModule(platform, listSeenLessonIds),
      ...datasetHandlers(platform, uploads),
      ...screensModule(platform),
      ...lessonsModule(platform),
      ...packageHandlers(platform),
      ...commentHandlers(platform),
      ...bulkEditHandlers(platform),
      ...curriculaModule(platform),
      ...runsModule(platform, runs),
      ...terminalHandlers(platform),
      ...checkTrustHandlers(platform),
      ...screenTestHandlers(platform, tests, gates),
      ...preflightModule(platform),
      ...searchModule(platform),
      ...replaceModule(platform),
      ...publishingModule(platform, previews),
      ...trashHandlers(platform),
      ...syncModule(platform),
      ...importFileHandlers(platform),
      ...collectionHandlers(platform),
      ...exportHandlers(platform),
      ...releaseHandlers(platform),
      ...reviewHandlers(platform),
      ...webhookHandlers(platform),
      ...historyModule(platform),
      ...rehearsalsModule(platform),
      ...operationsModule(platform),
    },
    { onChange: (change) => recordCall(platform.db, change), cluster: platform.cluster, limits },
  );
  await registerLoginScripts(app);
  await registerGitHttp(app, platform, (branches) => queuePushedBranches(platform, branches));
  platform.live.allow('operation', async (actor, id) => platform.operations.mayHear(actor, id));
  platform.live.allow('user', async (actor, id) => String(actor.id) === id);
  platform.live.allow('releases', async (actor) => actor.role !== 'external');
  platform.live.allow('courses', async () => true);
  platform.live.allow('paths', async (actor) => actor.role !== 'external');
  platform.live.allow('lesson', (actor, id) => maySubscribeToLesson(platform, actor, id));
  platform.live.onEndedUser(() => {
    followLeaving(platform).catch((error: unknown) => platform.log.error({ err: error }, 'could not update reviews after someone left'));
  });
  app.addHook('preClose', async () => {
    await tests.close();
    await runs.close();
    await uploads.close();
    await previews.close();
    await searchIndex.close();
    await sharing?.stop();
    await platform.live.close();
  });
  return app;
}
