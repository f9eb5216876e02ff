import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { gitEnvironment } from './git-environment.ts';
import { gitErrorLine, type GitError } from './git-errors.ts';
import { GitRepository, requireGit, runGit } from './git.ts';

/** Command lines of this process's grandchildren that run `git`. */
async function gitProcesses(word: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.filter((line) => line.startsWith('git') && line.includes(word));
}

describe('running git', () => {
  it('finds a recent git', async () => {
    expect(await requireGit()).toMatch(/^\d+\.\d+/);
  });

  it('ignores git configuration in the environment, and keeps secrets out of the arguments', () => {
    process.env['GIT_DIR'] = '/somewhere/else';
    try {
      const environment = gitEnvironment({ config: { 'http.extraHeader': 'Authorization: Basic c2VjcmV0' }, protocols: ['https'] });
      expect(environment).not.toHaveProperty('GIT_DIR');
      expect(environment).not.toHaveProperty('HOME');
      expect(environment).toMatchObject({
        GIT_ALLOW_PROTOCOL: 'https',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'http.extraHeader',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_TERMINAL_PROMPT: '0',
        LC_ALL: 'C',
      });
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  it("reports a failure with git's message and exit code", async () => {
    const failure = new GitRepository('/nowhere.git').run(['rev-parse', 'HEAD']);
    await expect(failure).rejects.toMatchObject({ name: 'GitError', failure: 'failed', exitCode: 128 });
    await expect(failure).rejects.toThrow("git rev-parse: not a git repository: '/nowhere.git'");
  });

  it('uses only allowed protocols', async () => {
    await expect(runGit(['ls-remote', '--', '/tmp'], {})).rejects.toThrow("transport 'file' not allowed");
    await expect(runGit(['ls-remote', '--', 'ext::sh -c true'], { protocols: ['file', 'https'] })).rejects.toThrow(
      "transport 'ext' not allowed",
    );
  });

  it.each([
    ['a time limit', () => ({ limitMs: 50 }), 'timed-out'],
    ['a signal', () => ({ signal: AbortSignal.timeout(50) }), 'aborted'],
    ['a signal that came before', () => ({ signal: AbortSignal.abort() }), 'aborted'],
  ] as const)('ends a command by %s, with all that it started', async (_, options, failure) => {
    const word = `lw-test-${failure}-${process.pid}`;
    const config = { [`alias.${word}`]: `!sleep 600; : ${word}` };
    await expect(runGit([word], { ...options(), config })).rejects.toMatchObject({ name: 'GitError', failure });
    expect(await gitProcesses(word)).toEqual([]);
  });

  it('stops a command with endless output', async () => {
    const endless = runGit(['endless'], { config: { 'alias.endless': '!yes' } });
    await expect(endless).rejects.toMatchObject({ failure: 'too-much-output' } satisfies Partial<GitError>);
  });

  it('fails on truncated input', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield 'the first half';
      throw new Error('The second half is not there.');
    }
    await expect(runGit(['hash-object', '--stdin'], { input: broken() })).rejects.toThrow('The second half is not there.');
    const { stdout } = await runGit(['hash-object', '--stdin'], { input: Readable.from(['the first half', ' and the second']) });
    expect(stdout.toString().trim()).toBe('fefc0444f297e632a26d09e3e1c824977ffc1e4d');
  });

  it('survives a command that does not read its input', async () => {
    const input = Array.from({ length: 1_000 }, () => Buffer.alloc(10_000));
    await expect(runGit(['--version'], { input })).resolves.toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['fatal: a\nhint: b\n', 'a'],
    ['remote: no\nerror: failed to push\n', 'failed to push'],
    ["fatal: unable to access 'https://user:secret@host/x/'\n", "unable to access 'https://host/x/'"],
    ['', ''],
  ])('reads %j as %j', (stderr, words) => expect(gitErrorLine(stderr)).toBe(words));
});
