export { AnnouncedRunners } from './announced-runners.ts';
export { EnvironmentArchives, listEnvironmentHashes } from './environment-archives.ts';
export { RunnerRefusal, fetchRunnerHealth } from './runner-client.ts';
export {
  BuildFailure,
  RunDetachedError,
  RunnerLost,
  RunnerPool,
  describeMissingLimits,
  type RunProgress,
  type RunnerState,
} from './runner-pool.ts';
