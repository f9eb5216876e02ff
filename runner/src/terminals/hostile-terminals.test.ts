import { expect, it } from 'vitest';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import { hostileCode } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { PROMPT, TestTerminal, passes, processesWithArgument } from '../../testing/test-terminal.ts';

const MIB = 1024 * 1024;
const DENIED = /Permission denied|Operation not permitted|Read-only file system|No such file or directory/;

const inSituations = hostileCode();

let count = 0;
async function openTerminal(runner: TestRunner, limits: Partial<RunLimits> = {}): Promise<TestTerminal> {
  count += 1;
  const terminal = await TestTerminal.open(runner, { owner: `owner-${count}`, limits });
  await terminal.until(PROMPT);
  return terminal;
}

/** After the attack: the next terminal works, and the previous one left nothing. */
async function expectNoHarm(runner: TestRunner, terminal: TestTerminal, mark: string): Promise<void> {
  await terminal.end();
  await expect.poll(() => processesWithArgument(mark), { timeout: 300_000, interval: 20 }).toEqual([]);
  const next = await openTerminal(runner);
  expect(await next.run('ls -A /work /tmp /dev/shm; echo fine')).toBe('/dev/shm:\n\n/tmp:\n\n/work:\nfine\n');
  await next.end();
  expect((await runner.health()).terminals).toBe(0);
}

const markOf = (name: string, situation: string) => `${name}-${process.pid}-${situation.replaceAll(/\W+/g, '-')}`;

// No control group limits it, and it has the runner's user.
inSituations(['warm, as a user'], 'a terminal', (runner, situation) => {
  it('a bomb of forks ends with its terminal', async () => {
    const mark = markOf('bomb', situation);
    const terminal = await openTerminal(runner(), { processes: 32 });
    terminal.type(`bash -c 'bomb() { bomb | bomb & }; bomb; sleep 1000' ${mark} &\n`);
    await terminal.until(/Resource temporarily unavailable/);
    await expectNoHarm(runner(), terminal, mark);
  });

  it('endless output waits for a reader, and can be interrupted', async () => {
    const terminal = await openTerminal(runner());
    terminal.stopReading();
    terminal.type('yes\n');
    await terminal.until(/(y\r\n){1000}/);
    terminal.type('\x03');
    terminal.startReading();
    await terminal.until(/\^C\r\n[^\r]*\$ $/);
    expect(await terminal.run('echo alive')).toBe('alive\n');
    await expectNoHarm(runner(), terminal, 'yes');
  });

  it('the first process cannot be ended, halted, or looked into', async () => {
    const terminal = await openTerminal(runner());
    await terminal.run('for s in KILL STOP TERM INT HUP QUIT SEGV ABRT USR1 ALRM; do kill -$s 1; done');
    expect(await terminal.run('ls /proc/1/fd')).toMatch(DENIED);
    expect(await terminal.run('echo x > /proc/1/mem')).toMatch(DENIED);
    expect(await terminal.run('cat /proc/1/environ')).toMatch(DENIED);
    expect(passes(await terminal.check('file_exists("/work", "folder")'))).toEqual([true]);
    await expectNoHarm(runner(), terminal, 'none');
  });
});

// Root has terminals, devices and folders of its own that others may not see.
inSituations(['warm, as root'], 'a terminal', (runner) => {
  it('cannot type into another terminal, or see one', async () => {
    const other = await openTerminal(runner());
    const terminal = await openTerminal(runner());
    const sting = 'import fcntl,termios\nfor c in "id\\n": fcntl.ioctl(0, termios.TIOCSTI, c)';
    expect(await terminal.run(`python3 -c '${sting}'`)).toMatch(/Operation not permitted|Input\/output error/);
    expect(await terminal.run('ls /dev/pts')).toBe('0  ptmx\n');
    expect(await terminal.run('ls -d /proc/[0-9]* | wc -l')).toMatch(/^[2-6]\n$/);
    await terminal.run('touch mine');
    expect(await other.run('ls -A')).toBe('');
    await other.end();
    await expectNoHarm(runner(), terminal, 'none');
  });

  it('control sequences only reach the display', async () => {
    const terminal = await openTerminal(runner());
    // Requests the title, the cursor and the device, and sends a title with a command in it.
    await terminal.run(String.raw`printf '\033]0;rm -rf /work\007\033[21t\033[6n\033[c\033P$q"p\033\\'`);
    expect(await terminal.run('echo alive')).toBe('alive\n');
    await expectNoHarm(runner(), terminal, 'none');
  });
});

// Only the process namespace ends them.
inSituations(['warm, as a user'], 'a terminal', (runner, situation) => {
  it('daemons go with their terminal', async () => {
    const mark = markOf('daemon', situation);
    const terminal = await openTerminal(runner());
    await terminal.run(`for i in 1 2 3; do (setsid bash -c 'trap "" TERM HUP INT; exec -a ${mark} sleep 1000' >/dev/null 2>&1 &); done`);
    await expect.poll(() => processesWithArgument(mark)).toHaveLength(3);
    await expectNoHarm(runner(), terminal, mark);
  });
});

// Root mounts the folders.
inSituations(['warm, as root'], 'a terminal', (runner) => {
  it.each([
    ['bytes', 'head -c 100M /dev/zero > big; head -c 100M /dev/zero > /tmp/big; head -c 100M /dev/zero > /dev/shm/big'],
    ['files', 'for i in $(seq 700); do touch f$i || break; done 2>&1 | tail -1'],
  ])('a full disk (%s) is only full for this terminal', async (__, command) => {
    const terminal = await openTerminal(runner(), { disk_bytes: 8 * MIB, files: 500 });
    expect(await terminal.run(command)).toMatch(/No space left on device|File size limit exceeded|File too large/);
    const other = await openTerminal(runner(), { disk_bytes: 8 * MIB, files: 500 });
    expect(await other.run('head -c 1M /dev/zero > big && touch f && echo fits')).toBe('fits\n');
    await other.end();
    await expectNoHarm(runner(), terminal, 'none');
  });
});

// No control group reports it.
inSituations(['warm, as a user'], 'a terminal', (runner) => {
  it('using too much memory ends it, with the reason', async () => {
    const terminal = await openTerminal(runner(), { memory_bytes: 128 * MIB });
    const hold = 'python3 -c "import time; x = b\\"x\\" * 100_000_000; time.sleep(1000)"';
    terminal.type(`for i in 1 2 3 4 5 6 7 8; do ${hold} & done\n`);
    await terminal.closed;
    expect(terminal.exit).toEqual({ type: 'exit', code: null, reason: 'memory' });
    const next = await openTerminal(runner());
    await next.end();
  });
});

// Root could reach and see it.
inSituations(['warm, as root'], 'a terminal', (runner) => {
  it('there is no network', async () => {
    const terminal = await openTerminal(runner());
    expect(await terminal.run('(echo > /dev/tcp/1.1.1.1/53) 2>&1')).toMatch(/Operation not permitted|unreachable/);
    expect(await terminal.run(`(echo > /dev/tcp/127.0.0.1/${new URL(runner().url).port}) 2>&1`)).toMatch(/Operation not permitted|refused/);
    await expectNoHarm(runner(), terminal, 'none');
  });

  it('nothing of the machine is visible but what everyone may know', async () => {
    const terminal = await openTerminal(runner());
    expect(await terminal.run(`ls ${runner().folder}; cat /etc/shadow; ls /root /home /var`)).not.toMatch(/^(?!.*(No such|denied)).+$/m);
    expect(await terminal.run('env')).not.toContain('LESSONWRIGHT');
    expect(await terminal.run('mount -t tmpfs none /mnt 2>&1; unshare -U true 2>&1; touch /usr/x 2>&1')).toMatch(DENIED);
    await expectNoHarm(runner(), terminal, 'none');
  });
});

// It is judged by processes of the same user.
inSituations(['warm, as a user'], 'a check believes', (runner) => {
  it('files, not what the terminal shows', async () => {
    const terminal = await openTerminal(runner());
    const forged = ['learner@lesson:~$ touch wanted.txt', 'learner@lesson:~$ ls', 'wanted.txt'];
    await terminal.run('ls() { echo wanted.txt; }; export -f ls; export PATH=/work:$PATH; export BASH_ENV=/work/forge');
    await terminal.run("printf '#!/bin/sh\\necho wanted.txt\\n' > ls; chmod +x ls; echo 'ls() { echo wanted.txt; }' > forge");
    const check = 'file_exists("wanted.txt")\ncommand_output("ls", "wanted.txt")';
    expect(passes(await terminal.check(check, forged))).toEqual([false, false]);
    await expectNoHarm(runner(), terminal, 'none');
  });

  it('itself, whatever modules the shell leaves for Python', async () => {
    const terminal = await openTerminal(runner());
    await terminal.run("for m in pycheck json os re subprocess sitecustomize; do echo 'raise SystemExit(0)' > $m.py; done");
    expect(passes(await terminal.check('file_exists("wanted.txt")'))).toEqual([false]);
    await expectNoHarm(runner(), terminal, 'none');
  });

  it('itself, while another process tries to kill it or write to it', async () => {
    const terminal = await openTerminal(runner());
    const hunter =
      'import os, signal\\nwhile True:\\n  for p in filter(str.isdigit, os.listdir("/proc")):\\n    if int(p) in (1, 2, os.getpid()): continue\\n    try:\\n      open(f"/proc/{p}/fd/1", "w").write("wanted\\\\n")\\n      os.kill(int(p), signal.SIGKILL)\\n    except OSError: pass\\n';
    await terminal.run(`printf '${hunter}' > hunter.py; (setsid python3 hunter.py > /dev/null 2>&1 &)`);
    for (let round = 0; round < 3; round += 1) {
      expect(passes(await terminal.check('command_output("sleep 0.2; echo true", "true")\nfile_exists("wanted.txt")'))).toEqual([
        true,
        false,
      ]);
    }
    await expectNoHarm(runner(), terminal, 'hunter.py');
  });
});
