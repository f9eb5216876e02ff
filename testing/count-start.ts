import { channel } from 'node:diagnostics_channel';

const starts = channel('lessonwright:starts');

/** Counts a start that isn't a process (testing/count-starts.mjs). */
export function countStart(kind: 'databases' | 'pages'): void {
  starts.publish(kind);
}
