import { accountsModule } from '#features/accounts/server/index.ts';
import { assistantHandlers } from '#features/assistants/server/index.ts';
import { auditModule } from '#features/audit/server/index.ts';
import { bulkEditHandlers } from '#features/bulk-edits/server/index.ts';
import { checkTrustHandlers } from '#features/check-trust/server/index.ts';
import { commentHandlers } from '#features/comments/server/index.ts';
import { curriculaModule } from '#features/curricula/server/index.ts';
import { datasetHandlers, type DatasetUploads } from '#features/datasets/server/index.ts';
import { documentHandlers } from '#features/documents/server/index.ts';
import { exportHandlers } from '#features/exports/server/index.ts';
import { historyModule } from '#features/history/server/index.ts';
import { collectionHandlers, importFileHandlers } from '#features/imports/server/index.ts';
import { languageModelHandlers } from '#features/language-model/server/index.ts';
import { listSeenLessonIds } from '#features/lesson-store/server/index.ts';
import { lessonsModule } from '#features/lessons/server/index.ts';
import { libraryHandlers } from '#features/library/server/index.ts';
import { notificationsModule, startDigests, startNotificationWorkers } from '#features/notifications/server/index.ts';
import { operationsModule, startHousekeeping } from '#features/operations/server/index.ts';
import { packageHandlers, startBuildWorkers } from '#features/packages/server/index.ts';
import { preflightModule, startPreflightWorkers } from '#features/preflight/server/index.ts';
import { proposalHandlers } from '#features/proposals/server/index.ts';
import { type Previews, publishingModule, startDeployWorkers } from '#features/publishing/server/index.ts';
import { rehearsalsModule, startRehearsalWorkers } from '#features/rehearsals/server/index.ts';
import { releaseHandlers } from '#features/release-list/server/index.ts';
import { replaceModule } from '#features/replace/server/index.ts';
import { reviewHandlers, startReviewWorkers } from '#features/review/server/index.ts';
import { type Runs, runsModule } from '#features/runs/server/index.ts';
import { savedViewHandlers } from '#features/saved-views/server/index.ts';
import { screensModule } from '#features/screens/server/index.ts';
import { searchModule } from '#features/search/server/index.ts';
import { startSyncWorkers, syncModule } from '#features/sync/server/index.ts';
import { terminalHandlers } from '#features/terminals/server/index.ts';
import { type GateKeeper, type ScreenTests, screenTestHandlers } from '#features/tests/server/index.ts';
import { trashHandlers } from '#features/trash/server/index.ts';
import { pollCodeHost, startWebhookWorkers, webhookHandlers } from '#features/webhooks/server/index.ts';
import { workHandlers } from '#features/work/server/index.ts';
import { workbenchHandlers } from '#features/workbench/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';

/** What one server has of a feature, opened and closed with its HTTP server. */
interface Services {
  readonly uploads: DatasetUploads;
  readonly runs: Runs;
  readonly tests: ScreenTests;
  readonly gates: GateKeeper;
  readonly previews: Previews;
}

/** What a feature adds to a server. */
interface ServerFeature {
  /** Of its routes, and of routes that earlier features declare. */
  readonly handlers: (platform: Platform, services: Services) => object;
  /** Starts its workers, on every server. */
  readonly startWorkers?: (platform: Platform) => Promise<void>;
  /** Starts its workers that need git, after main was imported: concurrent imports of main get in each other's way. */
  readonly startGitWorkers?: (platform: Platform) => Promise<void>;
  /** Starts what must not run twice, on the server with the repositories, because there is only one. */
  readonly startSingle?: (platform: Platform) => { stop(): Promise<void> };
}

/** The features that servers offer, in their order. Without its entry here, a feature's routes don't compile. */
const SERVER_FEATURES = [
  { handlers: auditModule },
  { handlers: accountsModule },
  { handlers: savedViewHandlers },
  { handlers: documentHandlers },
  { handlers: (platform, { uploads }) => datasetHandlers(platform, uploads) },
  {
    handlers: (platform) => notificationsModule(platform, listSeenLessonIds),
    startWorkers: startNotificationWorkers,
    startSingle: (platform) => startDigests(platform, listSeenLessonIds),
  },
  { handlers: screensModule },
  { handlers: lessonsModule },
  { handlers: packageHandlers, startWorkers: startBuildWorkers },
  { handlers: commentHandlers },
  { handlers: (platform, { runs }) => runsModule(platform, runs) },
  { handlers: terminalHandlers },
  { handlers: checkTrustHandlers },
  { handlers: (platform, { tests, gates }) => screenTestHandlers(platform, tests, gates) },
  { handlers: curriculaModule },
  { handlers: searchModule },
  { handlers: (platform, { previews }) => publishingModule(platform, previews), startWorkers: startDeployWorkers },
  { handlers: trashHandlers },
  { handlers: preflightModule, startWorkers: startPreflightWorkers },
  { handlers: bulkEditHandlers },
  { handlers: replaceModule },
  { handlers: syncModule, startGitWorkers: startSyncWorkers },
  { handlers: importFileHandlers },
  { handlers: collectionHandlers },
  { handlers: exportHandlers },
  { handlers: reviewHandlers, startGitWorkers: startReviewWorkers },
  { handlers: proposalHandlers },
  { handlers: languageModelHandlers },
  { handlers: releaseHandlers },
  { handlers: webhookHandlers, startGitWorkers: startWebhookWorkers, startSingle: pollCodeHost },
  { handlers: workHandlers },
  { handlers: libraryHandlers },
  { handlers: historyModule },
  { handlers: rehearsalsModule, startWorkers: startRehearsalWorkers },
  { handlers: operationsModule, startSingle: (platform) => startHousekeeping(platform) },
  { handlers: assistantHandlers },
  { handlers: workbenchHandlers },
] as const satisfies readonly ServerFeature[];

/** A & B of A | B. */
type AllOf<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void ? All : never;
type AllHandlers = AllOf<ReturnType<(typeof SERVER_FEATURES)[number]['handlers']>>;

const features: readonly ServerFeature[] = SERVER_FEATURES;

/** The handlers of all features. */
export function handlersOf(platform: Platform, services: Services): AllHandlers {
  return Object.assign({}, ...features.map(({ handlers }) => handlers(platform, services))) as AllHandlers;
}

/** Starts the workers that every server has. */
export async function startWorkersWithoutGit(platform: Platform): Promise<void> {
  for (const feature of features) await feature.startWorkers?.(platform);
}

/** Starts the workers of a server that writes to git. */
export async function startGitWorkers(platform: Platform): Promise<void> {
  for (const feature of features) await feature.startGitWorkers?.(platform);
}

/** Starts what must not run twice; closing `started` stops it. */
export function startSingles(platform: Platform, started: AsyncDisposableStack): void {
  for (const { startSingle } of features) {
    const single = startSingle?.(platform);
    if (single) started.defer(() => single.stop());
  }
}
