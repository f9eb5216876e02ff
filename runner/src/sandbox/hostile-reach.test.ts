import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { attemptsOf, LIBC, raisedBy } from '../../testing/hostile.ts';
import { hostilePython } from '../../testing/matrix.ts';

const DENIED = 'Operation not permitted';

const inSituations = hostilePython((runner) => writeFile(join(dirname(runner.folder), 'secret'), 'the-secret-of-the-data-folder'));

// Only what the sandbox leaves out is missing; root could see and write everything else.
inSituations(['cold, as root'], 'what is not there', (runner) => {
  it('a connection, to the network or the runner, a server, or a socket', async () => {
    const codes = {
      'a connection': 'import socket\nsocket.create_connection(("1.1.1.1", 53), 2)',
      'a connection to the runner': `import urllib.request\nurllib.request.urlopen("${runner().url}", timeout=2)`,
      'a server': 'import socketserver\nsocketserver.TCPServer(("127.0.0.1", 0), None)',
      'a socket in the file system': 'import socket\nsocket.socket(socket.AF_UNIX).bind("x")',
      'raw packets': 'import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)',
    };
    const raised = raisedBy((await runner().run(attemptsOf(codes))).output);
    expect(raised).toEqual(Object.fromEntries(Object.keys(codes).map((what) => [what, expect.stringContaining(DENIED) as string])));
  });

  it('any file but the system, the work folder and what the run was given', async () => {
    const code = [
      'import os',
      'print(sorted(os.listdir("/")), sorted(os.listdir("/opt")), os.listdir("/work"))',
      'found = []',
      'for path in ("/root", "/home", "/var", "/srv", "/mnt", "/run", "/boot", "/sys", "/etc/shadow", "/etc/hostname", "/etc/ssh", "FOLDER"):',
      '  if os.path.exists(path): found.append(path)',
      'print(found, [line.split(":")[0] for line in open("/etc/passwd")])',
    ].join('\n');
    const { output } = await runner().run(code.replace('FOLDER', runner().folder));
    const [top, rest] = output.split('\n');
    expect(top).toMatch(/^\['bin', 'dev', 'etc', ('lib\w*', )*'opt', 'proc', 'sbin', 'tmp', 'usr', 'work'\] \['lessonwright'\] \[\]$/);
    expect(rest).toBe("[] ['learner', 'nobody']");
  });
});

// The runner, the interpreter and other runs have the same user, so the kernel would allow it.
inSituations(['warm, as a user'], 'what is not there', (runner) => {
  it('a secret of the runner', async () => {
    const code = [
      'import os',
      'seen = dict(os.environ)',
      'for pid in filter(str.isdigit, os.listdir("/proc")):',
      '  for name in ("environ", "cmdline", "mountinfo"):',
      '    try: seen[pid + name] = open(f"/proc/{pid}/{name}", errors="replace").read()',
      '    except OSError: pass',
      'print(seen)',
    ].join('\n');
    const { output } = await runner().run(code);
    expect(output).toContain("'HOME': '/work'");
    expect(output).not.toContain(runner().token);
    expect(output).not.toContain('LESSONWRIGHT');
    expect(output).not.toContain(process.execPath);
  });

  it('another process than its own', async () => {
    const { output } = await runner().run('import os\nprint(len([p for p in os.listdir("/proc") if p.isdigit()]))');
    expect(Number(output)).toBeLessThanOrEqual(3);
  });

  it('a descriptor that it was not given', async () => {
    const { output } = await runner().run('import os\nprint(sorted(os.listdir("/proc/self/fd"), key=int))');
    // The fourth is the listing's own.
    expect(output).toBe("['0', '1', '2', '3']\n");
  });

  it('the report of its supervisor', async () => {
    const code = [
      'import os',
      'pid = os.getppid()',
      'for what in (lambda: os.listdir(f"/proc/{pid}/fd"), lambda: open(f"/proc/{pid}/fd/4", "wb"), lambda: open(f"/proc/{pid}/mem", "r+b")):',
      '  try: print("open", what())',
      '  except OSError as error: print(type(error).__name__)',
    ].join('\n');
    expect((await runner().run(code)).output).toBe('PermissionError\nPermissionError\nPermissionError\n');
  });
});

// The interpreter of a slot may do this in its own namespaces, and drops the right for each run.
inSituations(['warm, as root'], 'what is not there', (runner) => {
  it.each([
    ['new name spaces', 'call("unshare", 0x10000000)\ncall("unshare", 0x00020000)'],
    ['name spaces of others', 'call("setns", 0, 0)'],
    ['processes in new name spaces', 'call("syscall", 56 if os.uname().machine == "x86_64" else 220, 0x10000000 | 17, 0, 0, 0, 0)'],
    ['mounts', 'call("mount", b"none", b"/tmp", b"tmpfs", 0, None)\ncall("umount2", b"/proc", 2)'],
    ['another root', 'call("chroot", b"/tmp")'],
    ['a look into others', 'call("ptrace", 16, os.getppid(), 0, 0)'],
    ['keys of the kernel', 'call("syscall", 250 if os.uname().machine == "x86_64" else 219, 0, 0, 0, 0, 0)'],
    ['programs in the kernel', 'call("syscall", 321 if os.uname().machine == "x86_64" else 280, 0, 0, 0)'],
    ['rings in the kernel', 'call("syscall", 425, 1, 0)'],
    ['another user', 'call("setuid", 0)\ncall("setgid", 0)'],
  ])('%s', async (__, code) => {
    const { output, error } = await runner().run(LIBC + code);
    expect(error).toBeNull();
    for (const line of output.trim().split('\n')) expect(line).toMatch(/^\w+ -1 (Operation not permitted|Invalid argument)$/);
  });
});

// Root could write there.
inSituations(['cold, as root'], 'what is not there', (runner) => {
  it('a way to write where others read', async () => {
    const code = [
      'for folder in ("/", "/dev", "/etc", "/usr", "/usr/lib", "/opt", "/opt/lessonwright/python", "/proc/sys/kernel"):',
      '  try:',
      '    open(folder + "/x", "w")',
      '    print("wrote", folder)',
      '  except OSError: pass',
    ].join('\n');
    expect((await runner().run(code)).output).toBe('');
  });
});

// Root drops them one way, the interpreter of a user another way.
inSituations(['cold, as root', 'warm, as a user'], 'what is not there', (runner) => {
  it('rights', async () => {
    const { output } = await runner().run('print(open("/proc/self/status").read())');
    expect(output).toMatch(/^CapEff:\s+0+$/m);
    expect(output).toMatch(/^CapBnd:\s+0+$/m);
    expect(output).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(output).toMatch(/^Seccomp:\s+2$/m);
  });
});

// A slot has the files of all lessons, and hides them for each run.
inSituations(['warm, as root'], 'the files of lessons', (runner) => {
  const OTHERS = 'a file of another lesson, which this one may not see';
  const SEARCH = [
    'import os, re, subprocess',
    'places = {"/tmp/blobs", "/work/blobs", "/blobs", "/proc/1/root/tmp/blobs", "/proc/self/root/tmp/blobs", "/proc/1/cwd/../tmp/blobs"}',
    'for line in open("/proc/self/mountinfo"): places.update(line.split()[3:5])',
    'for fd in os.listdir("/proc/self/fd"): places.add(f"/proc/self/fd/{fd}/../blobs")',
    'seen = []',
    'for place in places:',
    '  for name in ("HASH", "../blobs/HASH", "tmp/blobs/HASH"):',
    '    try: seen.append(open(f"{place}/{name}").read())',
    '    except OSError: pass',
    'print(seen)',
  ].join('\n');

  it('files of other lessons cannot be read by any name', async () => {
    const other = await runner().send(OTHERS);
    const own = await runner().send('of this lesson');
    const { output } = await runner().run(`${SEARCH.replaceAll('HASH', other)}\nprint(open("own.txt").read())`, {
      files: [{ name: 'own.txt', sha256: own }],
    });
    expect(output).toBe('[]\nof this lesson\n');
  });
});

// The files belong to the same user.
inSituations(['cold, as a user'], 'the files of lessons', (runner) => {
  it('cannot be written, made writable, taken away, replaced, linked to, or cut', async () => {
    const codes = {
      written: 'open("own.txt", "w")',
      'made writable': 'import os\nos.chmod("own.txt", 0o777)',
      'taken away': 'import os\nos.remove("own.txt")',
      replaced: 'import os\nopen("x", "w").close()\nos.replace("x", "own.txt")',
      'linked to': 'import os\nos.link("own.txt", "/tmp/x")',
      cut: 'import os\nos.truncate("own.txt", 0)',
    };
    const files = [{ name: 'own.txt', sha256: await runner().send('of this lesson') }];
    const raised = raisedBy((await runner().run(attemptsOf(codes), { files })).output);
    const refused = expect.stringMatching(/^(PermissionError|OSError)/) as string;
    expect(raised).toEqual(Object.fromEntries(Object.keys(codes).map((what) => [what, refused])));
    expect((await runner().run('print(open("own.txt").read())', { files })).output).toBe('of this lesson\n');
  });
});

// It is a fork of the interpreter, of the same user.
inSituations(['warm, as a user'], 'the first process', (runner) => {
  it.each([
    ['its memory', 'open("/proc/1/mem", "rb").read(1)'],
    ['its map of memory', 'open("/proc/1/maps").read(); open("/proc/1/mem", "rb")'],
    ['its descriptors', 'import os\nos.listdir("/proc/1/fd")'],
    ['its environment', 'open("/proc/1/environ").read()'],
    ['its root', 'import os\nos.listdir("/proc/1/root/")'],
    ['its folder', 'import os\nos.listdir("/proc/1/cwd/")'],
    ['its name spaces', 'import os\nos.readlink("/proc/1/ns/mnt")'],
  ])('shows nothing of %s', async (__, code) => {
    expect((await runner().run(code)).error?.name).toBe('PermissionError');
  });

  it.each([
    ['is looked into', 'call("ptrace", 16, 1, 0, 0)\ncall("syscall", NUMBER, 1, 0, 0, 0, 0, 0)', '310', '270'],
    ['gives a descriptor', 'call("syscall", 438, os.pidfd_open(1), 0, 0)', '', ''],
  ])('never %s', async (__, code, x64, arm64) => {
    const number = `(${x64 || 0} if os.uname().machine == "x86_64" else ${arm64 || 0})`;
    const { output } = await runner().run(LIBC + code.replace('NUMBER', number));
    for (const line of output.trim().split('\n')) expect(line).toMatch(/^\w+ -1 (Operation not permitted|No such process)$/);
  });

  it.each([
    ['every signal', 'for s in range(1, 65):\n  try: os.kill(1, s)\n  except OSError: pass'],
    ['signals to its group', 'signal.signal(signal.SIGTERM, signal.SIG_IGN)\nos.kill(0, signal.SIGTERM)'],
    ['signals of a descriptor', 'import fcntl\nfcntl.fcntl(1, fcntl.F_SETOWN, 1)\nfcntl.fcntl(1, fcntl.F_SETFL, os.O_ASYNC)'],
  ])('and what is behind it outlive %s', async (__, code) => {
    expect(await runner().run(`import os, signal\n${code}\nprint("still here")`)).toMatchObject({ output: 'still here\n', error: null });
    expect(await runner().run('print("next")')).toMatchObject({ output: 'next\n', error: null });
  });
});

// The covering mount was made by a process that may mount.
inSituations(['warm, as root'], 'a folder of the slot', (runner) => {
  it.each([
    ['by lifting what covers it', 'call("umount2", b"/tmp", 2)\ncall("umount2", b"/work", 2)\ncall("umount2", b"/proc", 2)'],
    ['by moving what covers it', 'call("mount", b"/tmp", b"/work", None, 0x2000, None)'],
    ['by another root', 'call("syscall", 155 if os.uname().machine == "x86_64" else 41, b"/", b"/tmp")'],
    [
      'by the newer calls',
      'call("syscall", 428, -100, b"/", 1)\ncall("syscall", 430, b"tmpfs", 0)\ncall("syscall", 442, -100, b"/", 0, 0, 0)',
    ],
  ])('is not reached %s', async (__, code) => {
    const { output } = await runner().run(LIBC + code);
    for (const line of output.trim().split('\n')) expect(line).toMatch(/^\w+ -1 Operation not permitted$/);
  });

  it.each([
    ['a device', 'import os, stat\nos.mknod("x", 0o600 | stat.S_IFBLK, os.makedev(254, 0))'],
    ['a link into what cannot be seen', 'import os\nos.symlink("/proc/1/root/etc/shadow", "x")\nopen("x").read()'],
    ['a link out of the folder', 'import os\nos.symlink("../../../../../root", "x")\nos.listdir("x")'],
  ])('is not reached by %s', async (__, code) => {
    expect((await runner().run(code)).error?.traceback).toMatch(/PermissionError|FileNotFoundError/);
  });
});
