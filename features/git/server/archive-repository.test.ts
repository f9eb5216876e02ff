import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readZip } from '#platform/server/zip/read-zip.ts';
import { serveGit } from '#testing/git-http-server.ts';
import { archiveRepository, guardSize, type RepositoryAccess, type RepositoryToRead } from './archive-repository.ts';
import { GitRepository } from './git.ts';

let root: string;
let host: Server;
let port: number;
/** Where the host sends everybody; empty: it serves the repositories. */
let redirect = '';

async function makeRepository(name: string, files: Record<string, string | Buffer>, links: Record<string, string> = {}): Promise<void> {
  const folder = join(root, name);
  execFileSync('git', ['init', '--quiet', '--initial-branch=trunk', folder]);
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  for (const [path, target] of Object.entries(links)) await symlink(target, join(folder, path));
  for (const args of [
    ['add', '.'],
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '--quiet', '-m', name],
  ])
    execFileSync('git', ['-C', folder, ...args]);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lessonwright-archive-'));
  const random = Buffer.from(Array.from({ length: 400_000 }, () => Math.floor(Math.random() * 256)));
  await makeRepository('birds.git', { 'a.md': '# A\n', 'random.bin': random }, { 'link.md': '/etc/passwd' });
  execFileSync('git', ['init', '--quiet', join(root, 'empty.git')]);
  host = createServer((request, reply) => {
    if (redirect === '') void serveGit(root, request, reply);
    else reply.writeHead(301, { location: redirect }).end();
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  port = (host.address() as AddressInfo).port;
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await rm(root, { recursive: true });
});

const HERE: RepositoryAccess = { protocol: 'http', isAllowed: () => true, resolve: async () => ['127.0.0.1'] };

async function archived(given: Partial<RepositoryToRead> = {}, access: Partial<RepositoryAccess> = {}) {
  const folder = join(root, crypto.randomUUID());
  await mkdir(folder);
  const url = `http://127.0.0.1:${port}/birds.git`;
  const limits = { mostBytes: 10_000_000, limitMs: 300_000, signal: AbortSignal.timeout(300_000) };
  return archiveRepository({ url, branch: '', folder, ...limits, ...given }, { ...HERE, ...access });
}

const LIMITS = { entries: 100, totalBytes: 10_000_000, fileBytes: 10_000_000 };

describe('the archive of a repository', () => {
  it('has the files of its branch, and its commit', async () => {
    const { path, commit } = await archived({ branch: 'trunk' });
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    const { files, refused } = await readZip(path, LIMITS);
    expect([...files.keys()]).toEqual(['a.md', 'random.bin']);
    expect(refused).toEqual([{ path: 'link.md', reason: 'Links are not allowed.' }]);
  });

  it('connects to the address that was checked, whatever the name leads to', async () => {
    const { commit } = await archived({ url: `http://birds.example:${port}/birds.git` });
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
  });

  it('follows no redirect', async () => {
    redirect = `http://127.0.0.1:${port}/other.git/info/refs?service=git-upload-pack`;
    await expect(archived()).rejects.toMatchObject({ status: 422 });
    redirect = '';
  });

  it.each([
    [
      'http://birds.example/a',
      { resolve: async () => ['192.0.2.1', '10.0.0.1'], isAllowed: (address: string) => !address.startsWith('10.') },
    ],
    ['http://birds.example/a', { resolve: async () => [] }],
    ['http://birds.example/a', { resolve: () => Promise.reject(new Error('No name server.')) }],
    ['https://birds.example/a', {}],
    ['file:///etc', {}],
    ['ssh://birds.example/a', {}],
    ['http://ada@birds.example/a', {}],
    ['http://birds.example/a?x=1', {}],
    ['--upload-pack=touch', {}],
    ['', {}],
  ] as const)('refuses %j', async (url, access) => {
    await expect(archived({ url }, access)).rejects.toMatchObject({ status: 422 });
  });

  it('refuses a branch or a repository that isn’t there, and one without commits', async () => {
    await expect(archived({ branch: 'none' })).rejects.toMatchObject({ message: 'The repository has no branch none.' });
    await expect(archived({ branch: '--help' })).rejects.toMatchObject({ message: 'The repository has no branch --help.' });
    await expect(archived({ url: `http://127.0.0.1:${port}/fish.git` })).rejects.toMatchObject({ status: 422 });
    await expect(archived({ url: `http://127.0.0.1:${port}/empty.git` })).rejects.toMatchObject({
      message: 'The repository has no commits.',
    });
  });

  it('has the bytes that were committed, whatever the attributes of the repository ask for', async () => {
    const placeholders = Array.from({ length: 2_000 }, () => '$Format:%<(16384)%H$\n').join('');
    const made = {
      '.gitattributes': '*.md export-subst\n*.txt ident text eol=crlf\nhidden.md export-ignore\n',
      'a.md': placeholders,
      'b.txt': '$Id$\nb\n',
      'hidden.md': '# Hidden\n',
    };
    await makeRepository('padded.git', made);
    const { path } = await archived({ url: `http://127.0.0.1:${port}/padded.git`, mostBytes: 200_000 });
    const { files } = await readZip(path, LIMITS);
    expect(Object.fromEntries([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))).toEqual(made);
  });

  it('is read with limits of memory and processor time', async () => {
    const [programs, log] = [join(root, 'programs'), join(root, 'limits.txt')];
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    await mkdir(programs);
    const script = `#!/bin/sh\ncase " $* " in *" clone "* | *" archive "*) echo "$(ulimit -v) $(ulimit -t)" >>"${log}" ;; esac\nexec "${git}" "$@"\n`;
    await writeFile(join(programs, 'git'), script, { mode: 0o755 });
    vi.stubEnv('PATH', `${programs}:${process.env['PATH']}`);
    await archived({ limitMs: 50_000 }).finally(() => vi.unstubAllEnvs());
    expect(await readFile(log, 'utf8')).toBe('786432 50\n786432 50\n');
    const bounds = { memoryBytes: 1_000_000, cpuSeconds: 50 };
    await expect(new GitRepository(join(root, 'birds.git/.git')).run(['log'], { bounds })).rejects.toMatchObject({ failure: 'failed' });
  });

  it('refuses one that is too large', async () => {
    await expect(archived({ mostBytes: 200_000 })).rejects.toMatchObject({ status: 413 });
  });

  it('is not read on when its size can’t be found out three times in a row', async () => {
    vi.useFakeTimers();
    const reading = new AbortController();
    const look = vi.fn<() => Promise<number>>().mockRejectedValue(new Error('No folder.'));
    look.mockRejectedValueOnce(new Error('No folder.')).mockRejectedValueOnce(new Error('No folder.')).mockResolvedValueOnce(1);
    const watch = guardSize(look, 10, reading);
    const lookOnce = () => vi.advanceTimersToNextTimerAsync();
    for (let looks = 0; looks < 5; looks++) await lookOnce();
    expect(reading.signal.aborted).toBe(false);
    await lookOnce();
    expect(reading.signal.reason).toMatchObject({ status: 503 });
    clearInterval(watch);
    vi.useRealTimers();
  });

  it('can be stopped', async () => {
    await expect(archived({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
