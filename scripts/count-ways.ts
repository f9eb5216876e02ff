import { readFileSync } from 'node:fs';
import { countFiles, readWays } from './ways/read-ways.ts';

/** `node scripts/count-ways.ts`: how many files a save and a run pass through, by where they run. */
for (const way of readWays(readFileSync(new URL('../docs/ARCHITECTURE.md', import.meta.url), 'utf8'))) {
  const { typescript, python } = countFiles(way);
  const places = [...way.files].map(([place, files]) => `${place} ${files.length}`).join(', ');
  console.log(`${way.name}: ${typescript} TypeScript files, ${python} Python files (${places})`);
}
