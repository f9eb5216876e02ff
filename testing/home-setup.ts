import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Vitest's global setup: what tests start has a home of its own, without somebody's settings of git, and without interpreters that
 * each runner would start to look at.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const before = process.env['HOME'];
  const home = await mkdtemp(join(tmpdir(), 'lessonwright-home-'));
  process.env['HOME'] = home;
  return async () => {
    process.env['HOME'] = before;
    await rm(home, { recursive: true, force: true });
  };
}
