import { isTheirs, type LessonState } from '#features/lessons/lessons.policy.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Deploy, DeployStatus } from './contract/deploys.ts';

const NEXT: Record<DeployStatus, readonly DeployStatus[]> = { running: ['failed', 'succeeded'], failed: [], succeeded: [] };

/** Whether a deploy may go from one status to the other (deploys.ts). */
export function canMoveDeploy(from: DeployStatus, to: DeployStatus): boolean {
  return NEXT[from].includes(to);
}

/**
 * Whether this person may deploy a lesson, stop its deploys, and create and revoke share links of its builds. Published lessons can be
 * deployed, because deploying isn't editing.
 */
export function mayDeploy(actor: Pick<Actor, 'role'>, lesson: Pick<LessonState, 'is_own_drafts'>): boolean {
  return isTheirs(actor, lesson);
}

/** Whether this person may deploy a lesson whose answers fail their own checks, and say why. */
export function mayDeployAnyway(actor: Pick<Actor, 'role'>): boolean {
  return actor.role !== 'external';
}

/** Deploys of an external author that run at once. Their answers may take minutes, and the deploys of others come after them. */
const DEPLOYS_AT_ONCE = 2;

/** Whether this person may start one more deploy while others of theirs run. */
export function mayDeployAnother(actor: Pick<Actor, 'role'>, running: number): boolean {
  return actor.role !== 'external' || running < DEPLOYS_AT_ONCE;
}

/** How a person who may deploy a lesson gets past its failed deploy, besides mending what the log says; null: not at all. */
export function wayPastFailure(
  actor: Pick<Actor, 'role'>,
  { status, only_answers_fail }: Pick<Deploy, 'status' | 'only_answers_fail'>,
): 'deploy anyway' | 'ask staff' | null {
  if (status !== 'failed' || !only_answers_fail) return null;
  return mayDeployAnyway(actor) ? 'deploy anyway' : 'ask staff';
}

/** A lesson that isn't fully imported can't be deployed. */
export function canDeploy(lesson: Pick<LessonState, 'is_shallow_import'>): boolean {
  return !lesson.is_shallow_import;
}

/** Whether only the computer itself can open an address of this host. */
export function isOnlyHere(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The build that is opened and shared by default: the latest available one, or null. */
export function latestStoredBuild<D extends Pick<Deploy, 'is_kept'>>(deploys: readonly D[]): D | null {
  return deploys.find((deploy) => deploy.is_kept) ?? null;
}
