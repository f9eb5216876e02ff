export { exportRelease } from './export-release.ts';
export { exportHandlers } from './routes.ts';
