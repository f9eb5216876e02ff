import { beginBlame, blameOlder, type LineBlame } from '#platform/content/blame-lines.ts';
import { linesOf } from '#platform/content/line-diff.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    blameLines: typeof blameLines;
  }
}

/** Goes on with versions of a text, newest first. Null: they begin with the current one. */
export function blameLines(blame: LineBlame | null, texts: readonly string[]): LineBlame {
  const [newest = '', ...rest] = texts;
  let now = blame ?? beginBlame(linesOf(newest));
  for (const text of blame ? texts : rest) {
    if (now.open.length === 0) break;
    now = blameOlder(now, linesOf(text));
  }
  return now;
}
