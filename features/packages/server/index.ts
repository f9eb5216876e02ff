export { keepUpgrade } from './keep-upgrade.ts';
export { listBuildStates } from './list-build-states.ts';
export { packagesChangedQueue } from './queues.ts';
export { packageHandlers } from './routes.ts';
export { publishBuild } from './run-build.job.ts';
export { startBuildWorkers } from './workers.ts';
