import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCodeHost, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { startTestGit } from '#testing/test-git.ts';
import type { Remote } from './remote.ts';
import { NoRemoteError } from './with-remote.ts';

let host: TestCodeHost;
const remote = (token: string): Remote => ({
  address: `${host.address}.git`,
  config: { 'http.extraHeader': `Authorization: Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
});

describe('the first start on another code host', () => {
  beforeEach(async () => {
    host = await startCodeHost('gitea', { isEmpty: true });
    host.tokens.set('first', 'ada');
  });
  afterEach(() => host[Symbol.asyncDispose]());

  it('initializes an empty repository once', async () => {
    await using test = await startTestGit({ remote: remote('first'), mainBranch: 'published' });
    const head = await host.pulls.head('published');
    expect(head).not.toBeNull();
    expect(await test.git.head('published')).toBe(head);
    expect(test.git.mainBranch).toBe('published');
    expect(await test.git.health()).toMatchObject({ isOk: true });
    await using second = await startTestGit({ remote: remote('first'), mainBranch: 'published' });
    expect(await second.git.head('published')).toBe(head);
    expect(await second.git.listRemoteHeads()).toEqual({ kind: 'listed', heads: new Map([['published', head]]) });
  });

  it('does not guess which branch is published', async () => {
    await using _first = await startTestGit({ remote: remote('first'), mainBranch: 'trunk' });
    await expect(startTestGit({ remote: remote('first') })).rejects.toMatchObject({
      name: 'FirstCloneError',
      message: 'The content repository has no branch main, but trunk. Set LESSONWRIGHT_MAIN_BRANCH to the one to publish.',
    });
  });

  it('reports what is missing, and leaves nothing that breaks the next start', async () => {
    await expect(startTestGit({ remote: remote('wrong') })).rejects.toMatchObject({
      name: 'FirstCloneError',
      message: expect.stringContaining('Couldn’t clone the content repository: it rejected the token'),
    });
    host.fault = { status: 403, message: 'no' };
    await expect(startTestGit({ remote: remote('first') })).rejects.toThrow('the token lacks permission');
    host.fault = { status: 404, message: 'no' };
    await expect(startTestGit({ remote: remote('first') })).rejects.toThrow('the repository does not exist');
    host.fault = null;
    await using test = await startTestGit({ remote: remote('first') });
    expect(await test.git.head('main')).toBe(await host.pulls.head('main'));
  });
});

describe('a remote whose tokens expire', () => {
  beforeEach(async () => {
    host = await startCodeHost('github');
    host.tokens.set('first', 'ada');
  });
  afterEach(() => host[Symbol.asyncDispose]());

  it('provides a new one once when the old one is rejected', async () => {
    const asked: boolean[] = [];
    let token = 'first';
    await using test = await startTestGit({
      remote: async ({ isRefused }) => {
        asked.push(isRefused);
        if (isRefused) token = 'second';
        return remote(token);
      },
    });
    const main = (await host.pulls.head('main')) ?? '';
    await test.git.createBranch('b', main);
    host.tokens.delete('first');
    host.tokens.set('second', 'ada');
    asked.length = 0;
    expect(await test.git.push({ branch: 'b', sha: main, known: null })).toEqual({ kind: 'pushed', sha: main });
    expect(asked).toEqual([false, true]);
    host.tokens.clear();
    expect(await test.git.fetch('b')).toMatchObject({ kind: 'unreachable', isRefused: true });
    expect(asked).toEqual([false, true, false, true]);
  });

  it('is unreachable without a token, with the reason', async () => {
    let isOut = false;
    await using test = await startTestGit({
      remote: async () => {
        if (isOut) throw new NoRemoteError('The GitHub App is not installed.');
        return remote('first');
      },
    });
    isOut = true;
    expect(await test.git.fetchMain()).toEqual({ kind: 'unreachable', text: 'The GitHub App is not installed.' });
  });
});
