import { findBareImages, keepsParts } from '../rules/markdown-parts.ts';

/** Whether each text has the parts that it had before. */
function keepAllParts(pairs: readonly (readonly [before: string, after: string])[]): boolean {
  return pairs.every(([before, after]) => keepsParts(before, after));
}

export { findBareImages, keepAllParts };

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    findBareImages: typeof findBareImages;
    keepAllParts: typeof keepAllParts;
  }
}
