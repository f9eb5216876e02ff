import { compareRuns } from './compare-runs.ts';

export { compareRuns };

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    compareRuns: typeof compareRuns;
  }
}
