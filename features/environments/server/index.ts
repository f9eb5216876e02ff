export { listCheckers, pycheckVersion } from './checkers.ts';
export { MESSAGES } from './messages.ts';
export {
  dependencyStateOf,
  environmentHashOf,
  environmentOf,
  reconcileDependencies,
  requestOf,
  requirePackages,
  withPycheckVersion,
} from './packages.ts';
export {
  type StoredBuild,
  appendLog,
  findBuild,
  findLastBuild,
  findLastSuccess,
  findSharedBuild,
  findSuccessBefore,
  finishBuild,
  insertBuild,
  isBuildOpen,
  keepAnswers,
  listLastBuilt,
  listOpenBuilds,
  readLog,
  reassignBuilds,
} from './queries.ts';
