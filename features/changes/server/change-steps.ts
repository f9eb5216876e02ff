import { channel } from 'node:diagnostics_channel';

/** A step in a change's life at which a crash must be harmless. */
export type ChangeStep = 'read' | 'branch-moved' | 'marked-committed' | 'pushed' | 'marked-pushed';

const steps = channel('lessonwright:changes');

/** Publishes, for traces and crash tests, that a release's changes reached `step`. */
export function publishStep(step: ChangeStep, releaseId: number): void {
  if (steps.hasSubscribers) steps.publish({ step, releaseId });
}
