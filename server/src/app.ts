import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { applicationHandlers } from './applications/routes.ts';
import { auditHandlers } from './audit/routes.ts';
import { recordCall } from './audit/service.ts';
import { checkerHandlers } from './checkers/routes.ts';
import { commentHandlers } from './comments/routes.ts';
import { courseHandlers } from './courses/routes.ts';
import { consoleHandlers } from './console/routes.ts';
import { dataFileHandlers } from './data-files/routes.ts';
import { datasetHandlers } from './datasets/routes.ts';
import { DatasetUploads } from './datasets/service.ts';
import { deployHandlers } from './deploys/routes.ts';
import { debugHandlers } from './debug/routes.ts';
import { externalAuthorHandlers } from './external-authors/routes.ts';
import { registerGitHttp } from './git-http/routes.ts';
import { healthHandlers } from './health/routes.ts';
import { imageHandlers } from './images/routes.ts';
import { lessonHandlers } from './lessons/routes.ts';
import { mayHearLesson } from './lessons/service.ts';
import { liveHandlers } from './login/live-routes.ts';
import { loginHandlers } from './login/routes.ts';
import { registerLoginScripts } from './login/scripts.ts';
import { identifyVisitor } from './login/visitors.ts';
import { mount } from './platform/http/mount.ts';
import { createServer } from './platform/http/server.ts';
import { packageHandlers } from './packages/routes.ts';
import { pathHandlers } from './paths/routes.ts';
import type { Platform } from './platform/platform.ts';
import { previewLinkHandlers } from './previews/link-routes.ts';
import { previewHandlers } from './previews/routes.ts';
import { Previews } from './previews/service.ts';
import { questionHandlers } from './questions/routes.ts';
import { runHandlers } from './runs/routes.ts';
import { Runs } from './runs/service.ts';
import { screenTestHandlers } from './screen-tests/routes.ts';
import { GateKeeper, ScreenTests } from './screen-tests/service.ts';
import { screenHandlers } from './screens/routes.ts';
import { skillHandlers } from './skills/routes.ts';
import { staffHandlers } from './staff/routes.ts';
import { terminalHandlers } from './terminals/routes.ts';
import { tokenHandlers } from './tokens/routes.ts';
import { userHandlers } from './users/routes.ts';
import { releaseHandlers } from './workflows/release-routes.ts';
import { exportHandlers, importFileHandlers, lessonWorkflowHandlers, screenWorkflowHandlers } from './workflows/routes.ts';
import { operationHandlers } from './operations/routes.ts';
import { courseWorkflowHandlers } from './workflows/courses/routes.ts';
import { lessonDatasetHandlers } from './workflows/lesson-datasets/routes.ts';
import { reviewHandlers } from './workflows/review/routes.ts';
import { syncHandlers } from './workflows/sync/routes.ts';
import { takeInPushed } from './workflows/take-in-pushed.ts';
import { trashHandlers } from './workflows/trash/routes.ts';
import { webhookHandlers } from './workflows/webhooks/routes.ts';

/**
 * Registers every module on one server. A contract route without a handler is a compile error. Closing it ends live
 * connections and stops the runs that it waits for; the caller closes the platform.
 */
export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const runs = new Runs(platform);
  await runs.recover();
  const tests = new ScreenTests(platform, runs);
  const gates = new GateKeeper(platform, runs);
  await gates.start();
  const uploads = new DatasetUploads(platform);
  const previews = new Previews(platform);
  const app = await createServer(platform.config, platform.log, (request, reply) => identifyVisitor(platform, request, reply));
  mount(
    app,
    api,
    {
      ...healthHandlers(platform),
      ...loginHandlers(platform),
      ...userHandlers(platform),
      ...tokenHandlers(platform),
      ...externalAuthorHandlers(platform),
      ...staffHandlers(platform),
      ...lessonHandlers(platform),
      ...lessonWorkflowHandlers(platform),
      ...screenHandlers(platform),
      ...commentHandlers(platform),
      ...screenWorkflowHandlers(platform),
      ...questionHandlers(platform),
      ...skillHandlers(platform),
      ...releaseHandlers(platform),
      ...operationHandlers(platform),
      ...syncHandlers(platform),
      ...reviewHandlers(platform),
      ...trashHandlers(platform),
      ...webhookHandlers(platform),
      ...dataFileHandlers(platform),
      ...imageHandlers(platform),
      ...exportHandlers(platform),
      ...importFileHandlers(platform),
      ...datasetHandlers(platform, uploads),
      ...lessonDatasetHandlers(platform),
      ...courseHandlers(platform),
      ...pathHandlers(platform),
      ...courseWorkflowHandlers(platform),
      ...runHandlers(runs),
      ...checkerHandlers(platform),
      ...packageHandlers(platform),
      ...screenTestHandlers(tests, gates),
      ...terminalHandlers(platform),
      ...applicationHandlers(platform),
      ...deployHandlers(platform),
      ...previewLinkHandlers(platform),
      ...previewHandlers(platform, previews),
      ...liveHandlers(platform),
      ...auditHandlers(platform),
      ...consoleHandlers(platform),
      ...debugHandlers(platform),
    },
    (change) => recordCall(platform.db, change),
  );
  await registerLoginScripts(app);
  await registerGitHttp(app, platform, (branches) => takeInPushed(platform, branches));
  platform.live.allow('operation', async (actor, id) => platform.operations.mayHear(actor, id));
  platform.live.allow('releases', async (actor) => actor.role !== 'external');
  platform.live.allow('courses', async () => true);
  platform.live.allow('paths', async (actor) => actor.role !== 'external');
  platform.live.allow('lesson', (actor, id) => mayHearLesson(platform, actor, id));
  app.addHook('preClose', async () => {
    await tests.close();
    await runs.close();
    await uploads.close();
    await previews.close();
    await platform.live.close();
  });
  return app;
}
