import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Checker } from '#features/runs/contract/checkers.ts';

/** Our own Python package; the server only reads its files. */
const PACKAGE = resolve(import.meta.dirname, '../../../runner/pycheck');
const METADATA = 'metadata.json';

let metadata: readonly Checker[] | undefined;
let version: string | undefined;

/**
 * The checkers of pycheck as `python -m pycheck.metadata` describes them. The output is stored beside the code, and a
 * test compares it.
 */
export function listCheckers(): readonly Checker[] {
  metadata ??= z.array(Checker).parse(JSON.parse(readFileSync(join(PACKAGE, METADATA), 'utf8')));
  return metadata;
}

/** Version of the pycheck package: its git tree hash, 40 hexadecimal digits like a commit id. */
export function pycheckVersion(): string {
  version ??= hashOfTree(PACKAGE);
  return version;
}

function hashOfTree(folder: string): string {
  const names = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .map((name) => `src/${name}`);
  const files = ['pyproject.toml', ...names].sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 40);
}
