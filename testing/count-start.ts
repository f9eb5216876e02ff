import { channel } from 'node:diagnostics_channel';

const starts = channel('lessonwright:starts');

/** Counts what has no process of its own, or is started by a process that isn't ours (testing/count-starts.mjs). */
export function countStart(kind: 'databases' | 'pages'): void {
  starts.publish(kind);
}
