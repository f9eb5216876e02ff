import { parseRobots } from './robots-rules.ts';

export { parseRobots };

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    parseRobots: typeof parseRobots;
  }
}
