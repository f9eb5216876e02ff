import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGitHttpServer } from '#testing/git-http-server.ts';
import { files, startTestGit } from '#testing/test-git.ts';
import { GitRepository } from './git.ts';
import { fetchFromRemote } from './remote.ts';

const AUTHORIZATION = `Basic ${Buffer.from('x-access-token:secret').toString('base64')}`;

async function startCodeHost() {
  const root = await mkdtemp(join(tmpdir(), 'lessonwright-host-'));
  const path = join(root, 'team/content.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  const repository = new GitRepository(path);
  await repository.run(['config', 'http.receivepack', 'true']);
  const tree = await repository.text(['mktree'], { input: [''] });
  const commit = await repository.text(['commit-tree', tree, '-m', 'Begin'], { config: { 'user.name': 'x', 'user.email': 'x@x' } });
  await repository.run(['update-ref', 'refs/heads/main', commit]);
  const server = await startGitHttpServer(root, AUTHORIZATION);
  return {
    repository,
    main: commit,
    remote: (authorization: string) => ({
      address: `${server.address}/team/content.git`,
      config: { 'http.extraHeader': `Authorization: ${authorization}` },
    }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(root, { recursive: true });
    },
  };
}

describe('a code host over HTTP', () => {
  it('lists branches, accepts pushes, and reports pushed and deleted branches', async () => {
    await using host = await startCodeHost();
    await using test = await startTestGit({ remote: host.remote(AUTHORIZATION) });
    const { git } = test;
    expect(await git.head('main')).toBe(host.main);
    await git.createBranch('b', host.main);
    const write = async (text: string) =>
      git.commit({
        branch: 'b',
        expectedHead: await git.head('b'),
        author: { name: 'Ada', email: 'ada@example.org' },
        message: text,
        date: new Date(),
        writes: files({ x: text }),
        deletes: [],
      });
    const first = await write('1');
    expect(await git.push({ branch: 'b', sha: first, known: null })).toEqual({ kind: 'pushed', sha: first });
    const second = await write('2');
    await host.repository.run([
      'update-ref',
      'refs/heads/b',
      await host.repository.text(['commit-tree', `${first}^{tree}`, '-p', first, '-m', 'theirs'], {
        config: { 'user.name': 'x', 'user.email': 'x@x' },
      }),
    ]);
    expect(await git.push({ branch: 'b', sha: second, known: first })).toEqual({ kind: 'rejected-non-fast-forward' });
    expect(await git.fetch('b')).toEqual({ kind: 'fetched', sha: await host.repository.text(['rev-parse', 'b']) });
    await host.repository.run(['update-ref', '-d', 'refs/heads/b']);
    expect(await git.push({ branch: 'b', sha: second, known: first })).toEqual({ kind: 'branch-missing' });
    expect(await git.fetch('b')).toEqual({ kind: 'branch-missing' });
    expect(await git.fetchMain()).toEqual({ kind: 'fetched', sha: host.main });
  });

  it('is fetched again when a push moves the branch during a fetch', async () => {
    await using host = await startCodeHost();
    await using test = await startTestGit({ remote: host.remote(AUTHORIZATION) });
    let isMoved = false;
    const repository: GitRepository = new GitRepository(test.working.directory, async (work) => {
      if (!isMoved) await repository.run(['update-ref', 'refs/remotes/origin/main', pushed]);
      isMoved = true;
      return work();
    });
    const config = { 'user.name': 'x', 'user.email': 'x@x' };
    const theirs = await host.repository.text(['commit-tree', `${host.main}^{tree}`, '-p', host.main, '-m', 'theirs'], { config });
    await host.repository.run(['update-ref', 'refs/heads/main', theirs]);
    const pushed = await repository.text(['commit-tree', `${host.main}^{tree}`, '-p', host.main, '-m', 'pushed'], { config });
    expect(await fetchFromRemote(repository, host.remote(AUTHORIZATION), 'main')).toEqual({ kind: 'fetched', sha: theirs });
    expect(await repository.text(['rev-parse', 'refs/remotes/origin/main'])).toBe(theirs);
    expect(await repository.text(['for-each-ref', '--format=%(refname)', 'refs/lessonwright/pending'])).toBe('');
  });

  it('is unreachable with a rejected token, and reveals no token', async () => {
    await using host = await startCodeHost();
    await using test = await startTestGit({ remote: host.remote(AUTHORIZATION) });
    await test.git.createBranch('b', host.main);
    const wrong = await test.reopen({ remote: host.remote('Basic d3Jvbmc=') });
    const outcome = await wrong.push({ branch: 'b', sha: host.main, known: null });
    expect(outcome).toEqual({ kind: 'unreachable', isRefused: true, text: expect.stringMatching(/rejected the token/) });
    expect(JSON.stringify(outcome)).not.toContain('d3Jvbmc');
  });

  it('is fetched without holding refs stable, except while ours moves', async () => {
    await using host = await startCodeHost();
    const moves: string[] = [];
    const listRefs = (repository: GitRepository) => repository.text(['for-each-ref', '--format=%(refname)']);
    await using test = await startTestGit({
      remote: host.remote(AUTHORIZATION),
      locks: {
        moveRefs: async (work) => {
          moves.push(await listRefs(test.working));
          return work();
        },
        removeObjects: (work) => work(),
      },
    });
    expect(await test.git.fetch('main')).toEqual({ kind: 'fetched', sha: host.main });
    expect(moves).toEqual([expect.stringMatching(/^refs\/heads\/main\nrefs\/lessonwright\/pending\/[0-9a-f-]+$/)]);
    expect(await listRefs(test.working)).toBe('refs/heads/main\nrefs/remotes/origin/main');
    expect(await test.git.fetch('main')).toEqual({ kind: 'fetched', sha: host.main });
    expect(await test.git.fetch('nothing')).toEqual({ kind: 'branch-missing' });
    expect(await listRefs(test.working)).toBe('refs/heads/main\nrefs/remotes/origin/main');
  });
});
