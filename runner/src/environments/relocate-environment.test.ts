import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linksIn, requireNoNewLinks } from './relocate-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-settle-'));
  for (const part of ['bin', 'lib/python3.11/site-packages']) mkdirSync(join(folder, part), { recursive: true });
  symlinkSync('lib', join(folder, 'lib64'));
  symlinkSync('/usr/bin/python3', join(folder, 'bin/python'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PACKAGES = 'lib/python3.11/site-packages';

describe('an environment with packages in it', () => {
  it('keeps the links that it had when it was empty', async () => {
    const links = await linksIn(folder);
    writeFileSync(join(folder, PACKAGES, 'module.py'), '');
    await expect(requireNoNewLinks(folder, links)).resolves.toBeUndefined();
  });

  it.each<[what: string, path: string, target: string]>([
    ['a file of the machine', `${PACKAGES}/module.py`, '/etc/passwd'],
    ['a folder of the machine', `${PACKAGES}/module`, '/'],
    ['a file of the environment', `${PACKAGES}/module.py`, '../../../bin/python'],
    ['a folder that holds it', `${PACKAGES}/module`, '..'],
    ['nothing', 'bin/command', 'nowhere'],
    ['another target than before', 'bin/python', '/tmp/python'],
  ])('is rejected with a link to %s', async (_, path, target) => {
    const links = await linksIn(folder);
    rmSync(join(folder, path), { force: true });
    symlinkSync(target, join(folder, path));
    await expect(requireNoNewLinks(folder, links)).rejects.toThrow('contains links to other files');
  });
});
