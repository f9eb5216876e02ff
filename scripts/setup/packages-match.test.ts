import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-packages-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LOCK = {
  '': {},
  'node_modules/pg': { version: '8.0.0' },
  'node_modules/vitest': { version: '5.0.0', dev: true },
  // Nobody has this processor; the other one is that of this machine.
  'node_modules/node-linux-other': { version: '24.0.0', optional: true, os: ['linux'], cpu: ['other'] },
  'node_modules/node-linux-own': { version: '24.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
};

function matches(installed: object | null, option: '--omit=dev' | '--include=dev'): boolean {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: LOCK }));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  if (installed !== null) writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  return spawnSync(process.execPath, [join(import.meta.dirname, 'packages-match.mjs'), option], { cwd: folder }).status === 0;
}

it.each([
  ['nothing is installed', null, false, false],
  ['everything is installed', LOCK, true, true],
  ['the tools are missing', { ...LOCK, 'node_modules/vitest': undefined }, true, false],
  ['what only another processor needs is missing', { ...LOCK, 'node_modules/node-linux-other': undefined }, true, true],
  ['an optional package of this machine is missing', { ...LOCK, 'node_modules/node-linux-own': undefined }, false, false],
  ['a package has another version', { ...LOCK, 'node_modules/pg': { version: '7.0.0' } }, false, false],
  ['a tool has another version', { ...LOCK, 'node_modules/vitest': { version: '4.0.0', dev: true } }, true, false],
] as const)('%s', (_, installed, forProduct, forTests) => {
  expect(matches(installed, '--omit=dev')).toBe(forProduct);
  expect(matches(installed, '--include=dev')).toBe(forTests);
});
