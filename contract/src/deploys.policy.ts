import type { Deploy, DeployStatus } from './deploys.ts';

const NEXT: Record<DeployStatus, readonly DeployStatus[]> = { running: ['failed', 'succeeded'], failed: [], succeeded: [] };

/** Whether a deploy may go from one status to the other (deploys.ts). */
export function canMoveDeploy(from: DeployStatus, to: DeployStatus): boolean {
  return NEXT[from].includes(to);
}

/** A lesson that isn't fully imported can't be deployed. Published lessons can be, because deploying isn't editing. */
export function canDeploy(lesson: { readonly is_shallow_import: boolean }): boolean {
  return !lesson.is_shallow_import;
}

/** The build that is opened and shared by default: the latest available one, or null. */
export function latestStoredBuild<D extends Pick<Deploy, 'is_kept'>>(deploys: readonly D[]): D | null {
  return deploys.find((deploy) => deploy.is_kept) ?? null;
}
