import { access } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { programFile } from './program-file.ts';

const NAMES = ['runner', 'git-host', 'text-worker', 'match-worker', 'spell-worker'] as const;

describe('the file of a program', () => {
  it.each(NAMES)('is the source of %s where the server runs from its sources', async (name) => {
    await expect(access(programFile(name))).resolves.toBeUndefined();
  });

  it.each(NAMES)('is the bundle of %s beside that of the server', (name) => {
    expect(programFile(name, '/opt/product/dist/server/main.js')).toBe(`/opt/product/dist/server/${name}.js`);
  });
});
