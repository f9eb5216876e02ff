import type { SourceFile } from './imports.ts';
import { FREE_FILES, matchesAny } from './rules.ts';

/**
 * Code whose cost depends on texts of people. On the server it runs in a worker thread with limits
 * (docs/decisions/0092-work-on-texts-has-limits.md).
 */
export const TEXT_WORK: readonly string[] = [
  'platform/content/{markdown,diff-blocks,word-diff,line-diff,blame-lines,merge-regions,merge}.ts',
  'features/documents/rules/{undo-merge,merge-question,merge-task,merge-items,merge-screen,merge-lesson,merge-lesson-files,merge-curriculum,merge-files,merge-conflicts}.ts',
  'features/imports/rules/**',
  'features/exports/rules/**',
  'features/preflight/rules/**',
  'features/search/rules/replace-text.ts',
  'features/lessons/rules/plain-svg.ts',
  'features/check-trust/server/variants/**',
  'features/rehearsals/server/compare/**',
];

/** Files among them that take a time that is linear in their input, and read no text. */
const LIGHT: readonly string[] = [
  'features/imports/rules/cells.ts',
  'features/imports/rules/part-mark.ts',
  'features/imports/rules/collection/paths.ts',
  'features/exports/rules/{project,unwritten}.ts',
  'features/rehearsals/server/compare/{group-breaks,run-texts}.ts',
  'features/preflight/rules/{apply-changes,check-release,external-links,text-elements,fingerprint,lesson-names,repository-path,sarif}.ts',
];

/** Content that takes a few milliseconds for each file, whatever it has. What it imports is part of that. */
const BOUNDED: readonly string[] = ['platform/content/yaml/edit-yaml.ts'];

/** What runs in the threads. */
const WORKERS: readonly string[] = ['{platform,features,app}/**.task.ts', 'app/server/text-worker.ts', ...TEXT_WORK];

/** What runs on the event loop of the server. */
const SERVER: readonly string[] = ['{platform,app}/server/**', 'features/*/server/**'];
/** Pure code, whose imports count as those of the file that loads it. */
const PURE: readonly string[] = ['platform/content/**', 'features/*/rules/**'];

/**
 * Callers that may also run a task, or text work, at once, with the bound that makes it quick:
 * - `render-markdown`: a text whose length times its number of signs is small (`isCheapToRender`)
 * - `merge-texts`: texts with few lines (platform/content/merge-cost.ts)
 * - `diff-questions`: at most 400 labels
 */
const AT_ONCE: readonly string[] = [
  'platform/server/markdown/render-markdown.ts',
  'features/documents/server/merge-texts.ts',
  'features/review/server/diff-questions.ts',
];

/** The files of the server that run work on texts on the event loop. Imports of types are free; those of content count wherever they lead. */
export function findTextWork(files: readonly SourceFile[]): string[] {
  const loads = new Map(files.map((file) => [file.path, file.loads]));
  return files
    .filter(({ path }) => matchesAny(path, SERVER) && !matchesAny(path, [...FREE_FILES, ...WORKERS, ...AT_ONCE]))
    .flatMap(({ path }) => {
      const found = textWorkBehind(path, loads);
      return found === null ? [] : [`${path} must not run ${found} on the event loop: make it a task (app/server/text-worker.ts)`];
    });
}

/** The first work on texts that a file loads, itself or through content; null: none. */
function textWorkBehind(path: string, loads: ReadonlyMap<string, readonly string[]>): string | null {
  const seen = new Set<string>();
  const waiting = [...(loads.get(path) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.endsWith('.task.ts') || (matchesAny(next, TEXT_WORK) && !matchesAny(next, LIGHT))) return next;
    if (matchesAny(next, PURE) && !matchesAny(next, BOUNDED)) waiting.push(...(loads.get(next) ?? []));
  }
  return null;
}
