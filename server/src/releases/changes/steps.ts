import { channel } from 'node:diagnostics_channel';

/** A place on a change's way at which a crash must do no harm. */
export type ChangeStep = 'read' | 'branch-moved' | 'marked-committed' | 'pushed' | 'marked-pushed';

const steps = channel('lessonwright:changes');

/** Tells, to whoever listens (traces, crash tests), that a release's changes came to `step`. */
export function reached(step: ChangeStep, releaseId: number): void {
  if (steps.hasSubscribers) steps.publish({ step, releaseId });
}
