import { writeFileSync } from 'node:fs';
import { check } from 'recheck';
import { compareLists, readPatterns, SAFE_FILE } from './patterns/pattern-lists.ts';

// Looks for regular expressions that some text can make slow: `node scripts/check-patterns.ts`. New ones that take linear time are added to
// scripts/patterns/safe.json; what no code has any more is removed. The others are printed.

const LIMIT_MS = 10_000;

const lists = readPatterns(new URL('..', import.meta.url).pathname);
const { unlisted, unused } = compareLists(lists);
const safe = new Set([...lists.safe].filter((written) => !unused.includes(written)));
for (const { written, place } of unlisted) {
  if (safe.has(written)) continue;
  const [, pattern = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(written) ?? [];
  const result = await check(pattern, flags.replace('v', 'u'), { timeout: LIMIT_MS });
  if (result.status === 'safe') safe.add(written);
  else console.error(`${place}: ${written} ${result.status === 'unknown' ? 'could not be judged' : result.complexity.summary}`);
}
writeFileSync(SAFE_FILE, `${JSON.stringify([...safe].toSorted(), null, 2)}\n`);
const left = compareLists(readPatterns(new URL('..', import.meta.url).pathname));
if (left.unlisted.length > 0)
  console.error(
    'Write them so that no text makes them slow, read texts without them, or list them in scripts/patterns/bounded.ts with the reason.',
  );
process.exitCode = left.unlisted.length > 0 ? 1 : 0;
