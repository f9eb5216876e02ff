import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { debianProgram } from '#testing/debian-programs.ts';

const run = promisify(execFile);
const UNITS = join(import.meta.dirname, '../../deploy/systemd');

describe.each([
  // systemd's measure of what a service may do, from 0 (nothing) to 10. The runner makes sandboxes.
  ['lessonwright.service', 20],
  ['lessonwright-runner.service', 40],
])('%s', (name, mostTenths) => {
  const unit = join(UNITS, name);

  it('is a valid unit', async () => {
    const { stderr } = await run(await debianProgram('systemd', 'usr/bin/systemd-analyze'), ['verify', '--man=no', unit]);
    expect(stderr).toBe('');
  });

  it('is started again without a limit, as after a power cut', async () => {
    expect(await readFile(unit, 'utf8')).toMatch(/^StartLimitIntervalSec=0$[\s\S]*^Restart=on-failure$/m);
  });

  it('may do little', async () => {
    const args = ['security', '--offline=true', '--no-pager', `--threshold=${mostTenths}`, unit];
    const { stdout } = await run(await debianProgram('systemd', 'usr/bin/systemd-analyze'), args);
    expect(stdout).toContain('Overall exposure level');
  });
});
