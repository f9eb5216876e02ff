import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { buildRequest, startTestRunner } from '../testing/test-runner.ts';
import { processesWithArgument, PROMPT, TestTerminal } from '../testing/test-terminal.ts';

/** Settles when no process has `mark` in its arguments any more. */
async function untilGone(mark: string): Promise<void> {
  await expect.poll(() => processesWithArgument(mark), { timeout: 300_000, interval: 50 }).toEqual([]);
}

describe('a runner without a sandbox', () => {
  it('runs nothing, and says why', async () => {
    const runner = await startTestRunner({ env: { LESSONWRIGHT_RUNNER_BUBBLEWRAP: '/nowhere/bwrap' } });
    const { sandbox } = await runner.health();
    expect(sandbox).toMatchObject({ ok: false, reason: expect.stringContaining('apt install bubblewrap') });
    const response = await runner.call('POST', '/runs', JSON.stringify(buildRequest({ code: 'print(1)' })));
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: sandbox.reason });
    await runner.close();
  });

  it('does not accept another program as one', async () => {
    const runner = await startTestRunner({ env: { LESSONWRIGHT_RUNNER_BUBBLEWRAP: '/usr/bin/true' } });
    expect((await runner.health()).sandbox.ok).toBe(false);
    expect((await runner.call('POST', '/runs', JSON.stringify(buildRequest({ code: 'print(1)' })))).status).toBe(503);
    await runner.close();
  });
});

describe('a runner', () => {
  it('exits with the process that started it, and ends everything it runs: code, sessions and terminals', async () => {
    // As on a machine that never had one.
    const runner = await startTestRunner({ isNew: true });
    const mark = `left-by-its-parent-${process.pid}`;
    const sleeping = `import subprocess, sys\nsubprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "${mark}"], start_new_session=True)\nprint("there")`;
    const terminal = await TestTerminal.open(runner);
    await terminal.until(PROMPT);
    terminal.type(`bash -c 'echo here; exec -a ${mark} sleep 1000'\n`);
    await terminal.until(/\nhere\r\n/);
    const session = { id: randomUUID(), idle_seconds: 60, total_seconds: 600, ports: [] };
    expect((await runner.events({ session, code: sleeping })).at(-1)).toMatchObject({ type: 'finished', outcome: { output: 'there\n' } });
    const response = await runner.call('POST', '/runs', JSON.stringify(buildRequest({ code: `${sleeping}\nwhile True: pass` })));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ''; !seen.includes('there');) seen += (await reader.read()).value;
    expect(await processesWithArgument(mark)).toHaveLength(3);
    await runner.close();
    expect(runner.process.exitCode).toBe(0);
    await untilGone(mark);
    expect(existsSync(runner.folder)).toBe(false);
  });

  it('that is killed leaves nothing running', async () => {
    const runner = await startTestRunner();
    const mark = `left-by-a-killed-runner-${process.pid}`;
    const code = `import subprocess, sys\nsubprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "${mark}"], start_new_session=True)\nprint("there")\nwhile True: pass`;
    const reader = (await runner.call('POST', '/runs', JSON.stringify(buildRequest({ code })))).body!.getReader();
    let seen = '';
    while (!seen.includes('there')) seen += Buffer.from((await reader.read()).value ?? []).toString();
    runner.process.kill('SIGKILL');
    await expect(reader.read().then((part) => (part.done ? Promise.reject(new Error('ended')) : reader.read()))).rejects.toThrow();
    await untilGone(mark);
    await runner.close();
  });

  it('names an invalid setting', async () => {
    const child = spawn(process.execPath, [resolve(import.meta.dirname, 'main.ts')], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toContain('LESSONWRIGHT_RUNNER_FOLDER');
    expect(child.exitCode).not.toBe(0);
  });
});
