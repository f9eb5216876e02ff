import { parseRobots } from './robots-rules.ts';

export { parseRobots };

declare module '#server/platform/text-tasks/text-tasks.ts' {
  interface TextTasks {
    parseRobots: typeof parseRobots;
  }
}
