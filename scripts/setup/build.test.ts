import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-build-'));
  for (const source of [
    'platform',
    'features',
    'app/server',
    'app/cli',
    'app/contract',
    'runner/src',
    'scripts/setup',
    'scripts/web-build',
  ])
    mkdirSync(join(folder, source), { recursive: true });
  for (const file of SOURCES) writeFileSync(join(folder, file), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SOURCES = [
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'app/server/text-worker.ts',
  'scripts/setup/bundle-server.ts',
  'scripts/setup/compress-web.ts',
];

/** Builds that only write what the real ones write last, and say so. */
const BUILDS = [
  ['web', 'web/index.html'],
  ['server', 'server/main.js'],
  ['cli', 'cli/main.js'],
]
  .map(([part, file]) => `build_${part}() { mkdir -p dist/${part}; : >dist/${file}; echo ${part}; }`)
  .join('\n');

/** Returns the parts that were built. */
function build(): string[] {
  const script = `. ${join(import.meta.dirname, 'build.sh')}\n${BUILDS}\nbuild_parts web server cli`;
  return execFileSync('sh', ['-euc', script], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean).toSorted();
}

it('builds each part once, and again only when its sources change', () => {
  expect(build()).toEqual(['cli', 'server', 'web']);
  expect(build()).toEqual([]);
  writeFileSync(join(folder, 'scripts/web-build/chunk-names.ts'), 'export {};');
  expect(build()).toEqual(['web']);
});
