import type { FastifyInstance } from 'fastify';
import { api } from '#app/contract/api.ts';
import { identifyVisitor, registerLoginScripts } from '#features/accounts/server/index.ts';
import { registerMcp } from '#features/assistants/server/index.ts';
import { recordCall } from '#features/audit/server/index.ts';
import { DatasetUploads } from '#features/datasets/server/index.ts';
import { maySubscribeToLesson } from '#features/lessons/server/index.ts';
import { Previews, StoredBuilds } from '#features/publishing/server/index.ts';
import { followLeaving } from '#features/review/server/index.ts';
import { keepBuilds, Runs } from '#features/runs/server/index.ts';
import { SearchIndex } from '#features/search/server/index.ts';
import { queuePushedBranches, registerGitHttp } from '#features/sync/server/index.ts';
import { GateKeeper, ScreenTests } from '#features/tests/server/index.ts';
import { watchAddresses } from '#platform/server/http/address-watch.ts';
import { CallLimits } from '#platform/server/http/call-limits.ts';
import { mount } from '#platform/server/http/mount.ts';
import { createServer } from '#platform/server/http/server.ts';
import type { Platform } from '#platform/server/platform.ts';
import { handlersOf } from './features.ts';

/**
 * Mounts every feature (features.ts) on one HTTP server. A route of the contract without a handler does not compile here.
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
  const previews = new Previews(platform, new StoredBuilds(platform));
  const searchIndex = await SearchIndex.start(platform, searchPauseMs === undefined ? {} : { pauseMs: searchPauseMs });
  const app = await createServer(
    platform.config,
    platform.log,
    (request, reply) => identifyVisitor(platform, request, reply),
    platform.cluster,
  );
  watchAddresses(app, platform.notices);
  const limits = new CallLimits({ failuresPerMinute: platform.config.limits.failedSignInsPerMinute });
  const sharing =
    platform.cluster && limits.share(platform.db, (error) => platform.log.warn({ err: error }, 'could not share the counts of calls'));
  mount(app, api, handlersOf(platform, { uploads, runs, tests, gates, previews }), {
    onChange: (change) => recordCall(platform.db, change),
    cluster: platform.cluster,
    limits,
  });
  await registerLoginScripts(app);
  registerMcp(app, platform);
  await registerGitHttp(app, platform, (branches) => queuePushedBranches(platform, branches));
  platform.live.allow('operation', async (actor, id) => platform.operations.mayHear(actor, id));
  platform.live.allow('user', async (actor, id) => String(actor.id) === id);
  platform.live.allow('releases', async (actor) => actor.role !== 'external');
  platform.live.allow('courses', async () => true);
  platform.live.allow('paths', async (actor) => actor.role !== 'external');
  // A lesson that was moved, merged or imported may be one that its listeners don't see any more.
  platform.live.allow('lesson', (actor, id) => maySubscribeToLesson(platform, actor, id), ['lesson-changed']);
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
