import { compareRuns } from './compare-runs.ts';

export { compareRuns };

declare module '#server/platform/text-tasks/text-tasks.ts' {
  interface TextTasks {
    compareRuns: typeof compareRuns;
  }
}
