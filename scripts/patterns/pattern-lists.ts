import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOUNDED } from './bounded.ts';
import { findPatterns, type FoundPattern } from './find-patterns.ts';

/** Code that reads texts of people. */
const FOLDERS = ['platform', 'features', 'app'];
/** The pages: what is slow there is slow for one person only. */
const PAGES = /^(?:platform|features\/[^/]+|app)\/web\//;

/** Those that recheck found to take linear time. */
export const SAFE_FILE = join(import.meta.dirname, 'safe.json');

/** The regular expressions of our code, and the lists of those that were analysed. */
export interface PatternLists {
  readonly found: readonly FoundPattern[];
  readonly safe: ReadonlySet<string>;
}

/** Reads the regular expressions of the code below `root`, without tests. */
export function readPatterns(root: string): PatternLists {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(name))
      .toSorted()
      .map((name) => `${folder}/${name}`)
      .filter((path) => !PAGES.test(path))
      .flatMap((path) => findPatterns(path, readFileSync(join(root, path), 'utf8'))),
  );
  return { found, safe: new Set(JSON.parse(readFileSync(SAFE_FILE, 'utf8')) as string[]) };
}

/** Patterns that were not analysed, and entries of the lists that no pattern needs any more. */
export function compareLists({ found, safe }: PatternLists): { readonly unlisted: FoundPattern[]; readonly unused: string[] } {
  const written = new Set(found.map((each) => each.written));
  const listed = new Set([...safe, ...BOUNDED.keys()]);
  return {
    unlisted: found.filter((each) => !listed.has(each.written)),
    unused: [...listed].filter((each) => !written.has(each)),
  };
}
