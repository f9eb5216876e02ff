import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { accountsModule, identifyVisitor, registerLoginScripts } from './accounts/index.ts';
import { auditModule, recordCall } from './audit/index.ts';
import { contentSyncModule, followLeaving, registerGitHttp, queuePushedBranches } from './content-sync/index.ts';
import { curriculaModule } from './curricula/index.ts';
import { datasetHandlers, DatasetUploads } from './datasets/index.ts';
import { historyModule } from './history/index.ts';
import { lessonsModule, listSeenLessonIds, maySubscribeToLesson } from './lessons/index.ts';
import { notificationsModule } from './notifications/index.ts';
import { operationsModule } from './operations/index.ts';
import { preflightModule } from './preflight/index.ts';
import { rehearsalsModule } from './rehearsals/index.ts';
import { SearchIndex, searchModule } from './search/index.ts';
import { Previews, publishingModule } from './publishing/index.ts';
import { replaceModule } from './replace/index.ts';
import { GateKeeper, keepBuilds, runningModule, Runs, ScreenTests } from './running/index.ts';
import { CallLimits } from './platform/http/call-limits.ts';
import { mount } from './platform/http/mount.ts';
import { createServer } from './platform/http/server.ts';
import type { Platform } from './platform/platform.ts';

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
      ...lessonsModule(platform),
      ...curriculaModule(platform),
      ...runningModule(platform, { runs, tests, gates }),
      ...preflightModule(platform),
      ...searchModule(platform),
      ...replaceModule(platform),
      ...publishingModule(platform, previews),
      ...contentSyncModule(platform),
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
