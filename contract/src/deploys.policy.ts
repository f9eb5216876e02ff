import type { Deploy, DeployStatus } from './deploys.ts';

const NEXT: Record<DeployStatus, readonly DeployStatus[]> = { running: ['failed', 'succeeded'], failed: [], succeeded: [] };

/** True when a deploy may go from one status to the other (deploys.ts). */
export function canMoveDeploy(from: DeployStatus, to: DeployStatus): boolean {
  return NEXT[from].includes(to);
}

/** A lesson that is not wholly here has nothing to deploy. Deploying is no editing: published lessons can be. */
export function canDeploy(lesson: { readonly is_shallow_import: boolean }): boolean {
  return !lesson.is_shallow_import;
}

/** The build that is opened and shared where nothing else is said: the latest that there is; null: there is none. */
export function latestKept<D extends Pick<Deploy, 'is_kept'>>(deploys: readonly D[]): D | null {
  return deploys.find((deploy) => deploy.is_kept) ?? null;
}
