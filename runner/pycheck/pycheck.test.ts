import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findInterpreters } from '../src/python/interpreters.ts';

const interpreters = await findInterpreters([]);

describe('pycheck', () => {
  it.each(interpreters.map(({ version, path }) => [version, path]))('passes its own tests with Python %s', async (_, path) => {
    const { stderr } = await promisify(execFile)(path, ['-m', 'unittest'], {
      cwd: import.meta.dirname,
      env: { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1', MPLBACKEND: 'agg', MPLCONFIGDIR: '/tmp' },
    });
    expect(stderr).toMatch(/^OK/m);
  });

  it('finds at least one Python to test with', () => {
    expect(interpreters.length).toBeGreaterThan(0);
  });
});
