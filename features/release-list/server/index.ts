export { createRelease } from './create-release.ts';
export { releaseHandlers } from './routes.ts';
