export { AnnouncedRunners } from './announced-runners.ts';
export { EnvironmentArchives, listEnvironmentHashes } from './environment-archives.ts';
export { RunnerRefusal, fetchRunnerHealth } from './runner-client.ts';
export { RunnerPool } from './runner-pool.ts';
export { BuildFailure } from './build-client.ts';
export { RunDetachedError, RunnerLost, type RunProgress } from './deliver-run.ts';
export { describeMissingLimits, type RunnerState } from './runner-health.ts';
export { whatCannotRun } from './runner-offers.ts';
