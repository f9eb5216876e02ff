import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { closeIdleGitHost } from './git-host.ts';
import { runGit } from './git.ts';

const WAIT = { timeout: 300_000 };

afterAll(closeIdleGitHost);

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly commandLine: string;
}

/** Every process whose command line contains this word. */
async function processes(word: string): Promise<Running[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const [commandLine, stat] = await Promise.all(
        ['cmdline', 'stat'].map((name) => readFile(join('/proc', pid, name), 'utf8').catch(() => '')),
      );
      return { pid: Number(pid), parent: Number(stat!.slice(stat!.lastIndexOf(')')).split(' ')[2]), commandLine: commandLine! };
    }),
  );
  return all.filter(({ commandLine }) => commandLine.includes(word));
}

const hostsOf = async (parent: number) => (await processes('host-program.ts')).filter((host) => host.parent === parent);

/** A command that outlives every test and can be found in the process list by its word. */
const endless = (word: string) => ({ args: [word], config: { [`alias.${word}`]: `!sleep 600; : ${word}` } });

const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

/** Another server: a process that runs this code with `runGit` available. */
function otherServer(code: string): ChildProcessWithoutNullStreams {
  const git = pathToFileURL(join(import.meta.dirname, 'git.ts')).href;
  return spawn(process.execPath, ['--input-type=module', '-e', `import { runGit } from '${git}';\n${code}`]);
}

describe('the git host', () => {
  it('is one process for many commands, with large input and output', async () => {
    const blob = (size: number) => Buffer.alloc(size, 'lessons ');
    const oid = (bytes: Buffer) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    await Promise.all(
      [0, 10, 900_000, 5_000_000].map(async (size) => {
        const { stdout } = await runGit(['hash-object', '--stdin'], { input: [blob(size)] });
        expect(stdout.toString().trim()).toBe(oid(blob(size)));
      }),
    );
    const { stdout } = await runGit(['much'], { config: { 'alias.much': '!head -c 30000000 /dev/zero' } });
    expect(stdout).toHaveLength(30_000_000);
    expect(await hostsOf(process.pid)).toHaveLength(1);
  });

  it('receives secrets only through its channel', async () => {
    const config = { 'http.extraHeader': 'Authorization: Basic c2VjcmV0' };
    const { stdout } = await runGit(['config', '--get', 'http.extraHeader'], { config });
    expect(stdout.toString()).toContain('c2VjcmV0');
    const [host] = await hostsOf(process.pid);
    expect(host!.commandLine).not.toContain('c2VjcmV0');
    expect(await readFile(`/proc/${host!.pid}/environ`, 'utf8')).not.toContain('c2VjcmV0');
  });

  it('fails running commands when it dies, leaves none running, and is restarted', async () => {
    const { args, config } = endless(`lw-lost-${process.pid}`);
    const failure = failureOf(runGit(args, { config }));
    await expect.poll(() => processes(args[0]!), WAIT).not.toEqual([]);
    const [before] = await hostsOf(process.pid);
    process.kill(before!.pid, 'SIGKILL');
    expect(await failure).toMatchObject({ name: 'GitError', failure: 'failed', message: expect.stringContaining('was interrupted') });
    await expect.poll(() => processes(args[0]!), WAIT).toEqual([]);
    await expect(runGit(['--version'], {})).resolves.toMatchObject({ exitCode: 0 });
    const [after] = await hostsOf(process.pid);
    expect(after!.pid).not.toBe(before!.pid);
  });

  it('ignores the signals that stop a server, and is ended once it is idle', async () => {
    const { args, config } = endless(`lw-kept-${process.pid}`);
    const stopping = new AbortController();
    const failure = failureOf(runGit(args, { config, signal: stopping.signal }));
    await expect.poll(() => processes(args[0]!), WAIT).not.toEqual([]);
    const [host] = await hostsOf(process.pid);
    process.kill(host!.pid, 'SIGTERM');
    await closeIdleGitHost();
    await expect(runGit(['--version'], {})).resolves.toMatchObject({ exitCode: 0 });
    expect((await hostsOf(process.pid)).map(({ pid }) => pid)).toEqual([host!.pid]);
    stopping.abort();
    expect(await failure).toMatchObject({ failure: 'aborted' });
    await closeIdleGitHost();
    expect(await hostsOf(process.pid)).toEqual([]);
  });

  it('ends its process when idle', async () => {
    const server = otherServer(`const { exitCode } = await runGit(['--version'], {}); process.stdout.write(String(exitCode));`);
    const said = server.stdout.toArray();
    expect(await once(server, 'close')).toEqual([0, null]);
    expect(Buffer.concat((await said) as Buffer[]).toString()).toBe('0');
    await expect.poll(() => hostsOf(server.pid!), WAIT).toEqual([]);
  });

  it('ends with a killed server, and stops its commands', async () => {
    const { args, config } = endless(`lw-orphan-${process.pid}`);
    const server = otherServer(`await runGit(${JSON.stringify(args)}, ${JSON.stringify({ config })});`);
    const running = async () => (await processes(args[0]!)).filter(({ pid }) => pid !== server.pid);
    await expect.poll(running, WAIT).not.toEqual([]);
    const [host] = await hostsOf(server.pid!);
    server.kill('SIGKILL');
    await once(server, 'close');
    await expect.poll(running, WAIT).toEqual([]);
    await expect.poll(async () => (await processes('host-program.ts')).filter(({ pid }) => pid === host!.pid), WAIT).toEqual([]);
  });

  it('starts nothing for a server that was killed during the start', async () => {
    const { args, config } = endless(`lw-early-${process.pid}`);
    const server = otherServer(
      `void runGit(${JSON.stringify(args)}, ${JSON.stringify({ config })}); process.kill(process.pid, 'SIGKILL');`,
    );
    const pid = server.pid!;
    await once(server, 'close');
    await expect.poll(() => hostsOf(pid), WAIT).toEqual([]);
    await expect.poll(() => processes(args[0]!), WAIT).toEqual([]);
  });
});
