import { beforeAll, describe, expect, it } from 'vitest';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { PROMPT, TestTerminal, buildTerminal, passes, processesWithArgument } from '../../testing/test-terminal.ts';

let runner: TestRunner;
const open: TestTerminal[] = [];
beforeAll(async () => {
  runner = await usualRunner();
});

/** Tests that don't wait for its end close it: an owner may have four. */
async function openTerminal(request: Parameters<typeof TestTerminal.open>[1] = {}): Promise<TestTerminal> {
  const terminal = await TestTerminal.open(runner, { owner: `owner-${open.length}`, ...request });
  open.push(terminal);
  return terminal;
}

/** Starts a foreground program and waits for it; keys before that go to the shell. */
async function startSleep(terminal: TestTerminal, before = ''): Promise<void> {
  const seen = terminal.text.length;
  terminal.type(`${before}sh -c 'echo started; exec sleep 1000'\n`);
  await terminal.until(/\nstarted\r\n$/, seen);
}

describe('a terminal', () => {
  it('is a shell on its own terminal', async () => {
    const terminal = await openTerminal({ columns: 100, rows: 30 });
    expect(await terminal.run('tty; stty size; echo $TERM; pwd; whoami')).toBe('/dev/pts/0\n30 100\nxterm-256color\n/work\nlearner\n');
    expect(terminal.raw).toContain('\x1b[1;32mlearner@lesson');
    await terminal.end();
    expect(terminal.exit).toEqual({ type: 'exit', code: null, reason: 'stopped' });
  });

  it('has job control, Ctrl-C and Ctrl-Z', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    await startSleep(terminal);
    terminal.type('\x03');
    await terminal.until(/\^C\r\n[^\r]*\$ $/);
    expect(await terminal.run('echo $?')).toBe('130\n');
    await startSleep(terminal);
    terminal.type('\x1a');
    await terminal.until(/Stopped/);
    expect(await terminal.run('bg; jobs -r')).toContain('Running');
    expect(await terminal.run('kill %1; wait %1 2>/dev/null; jobs -r')).not.toContain('Running');
    await terminal.end();
  });

  it('follows the size of its window', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    terminal.sendMessage({ type: 'resize', columns: 132, rows: 50 });
    // The shell redraws its prompt first.
    terminal.type('stty size; echo $COLUMNS\n');
    expect(await terminal.until(/\n132\r\n/)).toMatch(/\n50 132\r\n132\r\n/);
    await terminal.end();
  });

  it('speaks UTF-8, typed and shown', async () => {
    const terminal = await openTerminal();
    expect(await terminal.run('x="grüße 🌱"; echo "$x ${#x}"')).toBe('grüße 🌱 7\n');
    await terminal.end();
  });

  it('runs programs that take the whole window', async () => {
    const terminal = await openTerminal();
    await terminal.run('seq 1000 > numbers');
    terminal.type('less numbers\n');
    await terminal.until(/23\s+numbers\s*$/);
    expect(terminal.raw).toContain('\x1b[?1049h');
    terminal.type('G');
    await terminal.until(/1000\s+\(END\)/);
    terminal.type('q');
    expect(await terminal.run('echo back')).toBe('back\n');
    await terminal.end();
  });

  it('ends when its shell does, and reports how', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    terminal.type('exit 3\n');
    await terminal.closed;
    expect(terminal.exit).toEqual({ type: 'exit', code: 3, reason: 'exit' });
    expect(terminal.text).toMatch(/exit 3\r\nexit\r\n$/);
  });

  it('has the files of the lesson in its work folder and its folders, writable', async () => {
    const sha256 = await runner.send('a,b\n1,2\n');
    const files = [
      { name: 'data.csv', sha256 },
      { name: 'data/raw/b.csv', sha256, own: true as const },
    ];
    const terminal = await openTerminal({ files });
    expect(await terminal.run('cat data.csv; echo 3,4 >> data.csv; mv data.csv data/raw/; wc -l < data/raw/data.csv; ls data/raw')).toBe(
      'a,b\n1,2\n3\nb.csv  data.csv\n',
    );
    await terminal.end();
  });

  it('has a file that is larger than its own disk space', async () => {
    const sha256 = await runner.send('x'.repeat(20_000_000));
    const terminal = await openTerminal({ files: [{ name: 'large', sha256 }], limits: { disk_bytes: 4 * 1024 * 1024 } });
    expect(await terminal.run('wc -c < large; rm large; ls')).toBe('20000000\n');
    await terminal.end();
  });

  it('accepts input and a window size before its prompt', async () => {
    const terminal = await openTerminal({ setup: [{ name: 'setup.sh', code: 'echo ready' }] });
    terminal.sendMessage({ type: 'resize', columns: 91, rows: 17 });
    terminal.type('stty size; exit 3\n');
    await terminal.closed;
    expect(terminal.text).toContain('\n17 91\r\n');
    expect(terminal.exit).toMatchObject({ code: 3 });
  });

  it('shows line and paragraph separators, also to checks', async () => {
    const terminal = await openTerminal();
    expect(await terminal.run(String.raw`printf 'a\u2028b\u2029c\n'`)).toBe('a\u2028b\u2029c\n');
    const outcome = await terminal.check(String.raw`import subprocess
print(subprocess.run(["printf", "a\u2028b"], capture_output=True).stdout.decode() + "\u2029")`);
    expect(outcome.custom?.error ?? null).toBeNull();
    await terminal.end();
  });

  it('runs its setup first, and shows its output and failure', async () => {
    const setup = [
      { name: 'custom_setup.sh', code: '#!/bin/sh\nset -eu\nmkdir garden\necho "made a garden"\n' },
      { name: 'setup.sh', code: 'cd garden\ntouch $0.txt a.txt\nnonsense\n' },
    ];
    const terminal = await openTerminal({ setup });
    const text = await terminal.until(PROMPT);
    expect(text).toContain('made a garden');
    expect(text).toMatch(/setup\.sh: line 3: nonsense: command not found/);
    expect(text).toContain('setup.sh ended with exit code 127');
    expect(text).not.toContain('custom_setup.sh ended');
    expect(await terminal.run('pwd; ls; ls -A')).toBe('/work\ngarden\ngarden\n');
    await terminal.end();
  });

  it('lets a setup that hangs be interrupted', async () => {
    const terminal = await openTerminal({ setup: [{ name: 'setup.sh', code: 'echo waiting; sleep 1000' }] });
    await terminal.until(/waiting/);
    terminal.type('\x03');
    expect(await terminal.until(PROMPT)).toContain('setup.sh ended with exit code 130');
    await terminal.end();
  });

  it.each([
    ['without an owner', { requirements: ['GPU'] }, 503, 'No runner is available for this lesson: it needs GPU.'],
    ['without its files', { files: [{ name: 'x', sha256: '0'.repeat(64) }] }, 409, 'Send the missing files first.'],
    [
      'whose file has an invalid path',
      { files: [{ name: '../x', sha256: '0'.repeat(64) }] },
      400,
      'Every file needs a unique, relative name.',
    ],
    ['that is not a request', { columns: 1 }, 400, 'Invalid request: check columns.'],
  ])('%s is rejected', async (_, request, status, error) => {
    const response = await runner.call('POST', '/terminals', JSON.stringify(buildTerminal(request)));
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ error })]);
  });

  it.each([
    ['POST', '/checks'],
    ['DELETE', ''],
    ['GET', '/socket'],
    ['GET', ''],
  ])('that does not exist is not found: %s', async (method, part) => {
    expect((await runner.call(method, `/terminals/none${part}`, method === 'POST' ? '{}' : undefined)).status).toBe(404);
  });
});

describe('a connection', () => {
  it('that reconnects receives what it missed', async () => {
    const first = await openTerminal();
    await first.run('echo one');
    const seen = first.bytes;
    await first.close();
    const second = await TestTerminal.connect(runner, first.id, seen);
    second.type('echo two\n');
    await second.until(/two\r\n[^\r]*\$ $/);
    expect(second.messages[0]).toEqual({ type: 'from', byte: seen, until: seen });
    expect(second.text).not.toContain('one');
    const third = await TestTerminal.connect(runner, first.id);
    await third.until(/two\r\n[^\r]*\$ $/);
    expect(third.text).toContain('one');
    expect(await second.closed).toBe(1000);
    expect(second.messages.at(-1)).toEqual({ type: 'error', error: 'This terminal was opened in another window.' });
    await third.end();
  });

  it('that does not read pauses the shell, and nothing is lost', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    terminal.stopReading();
    terminal.type('seq 1 100000; echo done\n');
    await terminal.until(/\r\n9000\r\n/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const halted = terminal.bytes;
    // Data on its way in pipes comes on top of the 128 kB.
    expect(halted).toBeLessThan(128 * 1024 + 256 * 1024);
    terminal.startReading();
    await terminal.until(/done\r\n[^\r]*\$ $/);
    const numbers = terminal.text.split('\r\n').filter((line) => /^\d+$/.test(line));
    expect(numbers).toHaveLength(100_000);
    await terminal.end();
  });

  it('that sends an invalid message is disconnected', async () => {
    const terminal = await openTerminal();
    terminal.sendMessage({ type: 'resize', columns: 0, rows: 0 });
    expect(await terminal.closed).toBe(1008);
    await (await TestTerminal.connect(runner, terminal.id)).end();
  });

  it('learns why the terminal has ended', async () => {
    const terminal = await openTerminal();
    await terminal.end();
    const late = await TestTerminal.connect(runner, terminal.id);
    await late.closed;
    expect(late.exit).toMatchObject({ reason: 'stopped' });
  });
});

describe('time and number', () => {
  it.each([
    ['nothing is typed', { idle_seconds: 0.3 }, 'idle'],
    ['it is over', { total_seconds: 0.3 }, 'total'],
  ] as const)('ends a terminal when %s', async (_, times, reason) => {
    const terminal = await openTerminal(times);
    await terminal.closed;
    expect(terminal.exit).toMatchObject({ reason });
  });

  it('ends a terminal without viewers', async () => {
    const terminal = await openTerminal({ grace_seconds: 0.2 });
    await terminal.until(PROMPT);
    const before = (await runner.health()).terminals;
    await terminal.close();
    await expect.poll(async () => (await runner.health()).terminals, { timeout: 300_000 }).toBe(before - 1);
  });

  it('ends one without viewers when its owner opens a fifth', async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => openTerminal({ owner: 'many' })));
    const fifth = await runner.call('POST', '/terminals', JSON.stringify(buildTerminal({ owner: 'many' })));
    expect([fifth.status, await fifth.json()]).toEqual([503, { error: expect.stringMatching(/^You have 4 terminals open/) }]);
    await four[1]?.close();
    // The runner notices a moment later.
    await expect
      .poll(
        async () => (await runner.call('POST', '/terminals', JSON.stringify(buildTerminal({ owner: 'many', grace_seconds: 0.1 })))).status,
      )
      .toBe(201);
    await Promise.all(four.filter((_, index) => index !== 1).map((terminal) => terminal.end()));
  });
});

describe('checks in a terminal', () => {
  it('see its files, and run commands of their own', async () => {
    const terminal = await openTerminal();
    const check = 'file_exists("notes.txt")\ncommand_output("wc -l < notes.txt", "2")';
    await terminal.until(PROMPT);
    expect(passes(await terminal.check(check))).toEqual([false, false]);
    await terminal.run('printf "a\\nb\\n" > notes.txt');
    expect(passes(await terminal.check(check))).toEqual([true, true]);
    await terminal.end();
  });

  it('leave the shell and its jobs as they were', async () => {
    const terminal = await openTerminal();
    await terminal.run('sleep 1000 & sleep 1001 & kill -STOP %2; sleep 0.1');
    await terminal.check('command_exit_code("sleep 900 & true")');
    const jobs = await terminal.run('jobs');
    expect(jobs).toMatch(/Running +sleep 1000/);
    expect(jobs).toMatch(/Stopped +sleep 1001/);
    expect(await terminal.run('pgrep -c -f "sleep 900"')).toBe('0\n');
    await terminal.end();
  });

  it('run while a program is in the foreground', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    await startSleep(terminal, 'touch here; ');
    await expect.poll(async () => passes(await terminal.check('file_exists("here")')), { timeout: 300_000 }).toEqual([true]);
    terminal.type('\x03');
    expect(await terminal.run('echo alive')).toBe('alive\n');
    await terminal.end();
  });

  it('end at their time limit', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    const outcome = await terminal.check('while True: pass', [], { wall_seconds: 1 });
    expect(outcome.custom?.results ?? []).toEqual([]);
    expect(outcome.custom?.error?.message).toBe('it did not finish within 1 s, the time limit of this lesson');
    expect(await terminal.run('echo alive')).toBe('alive\n');
    await terminal.end();
  });

  it('report when their terminal ends first', async () => {
    const terminal = await openTerminal();
    await terminal.until(PROMPT);
    const checking = terminal.check('import time\ntime.sleep(60)').catch((error: unknown) => String(error));
    await terminal.end();
    expect(await checking).toMatch(/503|404/);
  });
});

describe('nothing is left', () => {
  it('ends the daemons of a terminal with it', async () => {
    const mark = `terminal-${process.pid}`;
    const terminal = await openTerminal();
    await terminal.run(`for i in 1 2 3; do setsid nohup bash -c 'exec -a ${mark} sleep 1000' >/dev/null 2>&1 & done; disown -a`);
    await expect.poll(() => processesWithArgument(mark), { timeout: 300_000 }).toHaveLength(3);
    terminal.type('exit\n');
    await terminal.closed;
    await expect.poll(() => processesWithArgument(mark), { timeout: 300_000 }).toEqual([]);
  });
});
