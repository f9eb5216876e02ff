import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/server/config.ts';
import { freePort } from '#testing/real-server.ts';
import type { PullHost } from './code-host.ts';
import { openCodeHost } from './open-code-host.ts';

// Runs against emulate, an independent implementation of GitHub's API. Its commits are made up and there is no git
// behind it; features/webhooks/server/journey.test.ts covers git.

const APP_ID = 12345;
let github: Emulator;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-app-'));
  github = await createEmulator({
    service: 'github',
    port: await freePort(),
    seed: {
      tokens: { 'token-of-ada': { login: 'ada', scopes: ['repo'] }, 'token-of-grace': { login: 'grace', scopes: ['repo'] } },
      github: {
        users: [{ login: 'ada' }, { login: 'grace' }],
        orgs: [
          {
            login: 'team',
            members: [
              { login: 'ada', role: 'admin' },
              { login: 'grace', role: 'admin' },
            ],
          },
        ],
        repos: [
          { owner: 'team', name: 'content', auto_init: true },
          { owner: 'team', name: 'other', auto_init: true },
        ],
        apps: [
          {
            app_id: APP_ID,
            slug: 'lessonwright',
            name: 'Lessonwright',
            permissions: { contents: 'write', pull_requests: 'write', metadata: 'read' },
            installations: [{ installation_id: 100, account: 'team', repository_selection: 'selected', repositories: ['team/content'] }],
          },
        ],
      },
    },
  });
  const key = github.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value ?? '';
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 });
});
afterAll(async () => {
  await github.close();
  await rm(folder, { recursive: true });
});

function open(secrets: Record<string, string>, repository = 'content') {
  return openCodeHost(
    readConfig({
      LESSONWRIGHT_CODE_HOST: 'github',
      LESSONWRIGHT_CODE_HOST_REPOSITORY: `http://127.0.0.1:1/team/${repository}`,
      LESSONWRIGHT_CODE_HOST_API: github.url,
      ...secrets,
    }),
  );
}
const asApp = (): Record<string, string> => ({
  LESSONWRIGHT_GITHUB_APP_ID: String(APP_ID),
  LESSONWRIGHT_GITHUB_APP_KEY_FILE: join(folder, 'key.pem'),
});
const asAda = { LESSONWRIGHT_CODE_HOST_TOKEN: 'token-of-ada' };

async function asGrace(method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${github.url}/repos/team/content/${path}`, {
    method,
    headers: { authorization: 'token token-of-grace', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return response.json();
}

function pullsOf({ pulls }: { pulls: PullHost | null }): PullHost {
  if (pulls === null) throw new Error('no pull requests');
  return pulls;
}

describe.each([
  ['a token', () => asAda, 'ada', 'drafts/one'],
  ['an App', asApp, 'lessonwright[bot]', 'drafts/two'],
] as const)('GitHub with %s', (_what, secrets, user, branch) => {
  it('opens and merges a pull request', async () => {
    const pulls = pullsOf(open(secrets()));
    expect(await pulls.find(branch)).toBeNull();
    const opened = await pulls.open({ branch, title: 'Loops', body: 'Two lessons.' });
    expect(opened).toMatchObject({ title: 'Loops', state: 'open', status: 'In review', branch, opened_by: user, merge_sha: null });
    const { number } = opened;
    expect(await pulls.find(branch)).toMatchObject({ number });
    expect(await pulls.open({ branch, title: 'Again', body: '' })).toMatchObject({ number, title: 'Loops' });

    await asGrace('POST', `pulls/${number}/reviews`, { event: 'REQUEST_CHANGES', body: 'Shorter, please.' });
    expect(await pulls.get(number)).toMatchObject({
      status: 'Changes requested',
      reviews: [{ by: 'grace', verdict: 'request-changes', text: 'Shorter, please.', commit: opened.head_sha }],
    });
    const approval = (await asGrace('POST', `pulls/${number}/reviews`, { event: 'APPROVE' })) as { id: number };
    expect(await pulls.get(number)).toMatchObject({ status: 'Approved' });
    await asGrace('PUT', `pulls/${number}/reviews/${approval.id}/dismissals`, { message: 'Too quick.' });
    expect(await pulls.get(number)).toMatchObject({ status: 'In review' });

    expect(await pulls.close(number)).toMatchObject({ state: 'closed', status: 'Closed' });
    expect(await pulls.reopen(number)).toMatchObject({ state: 'open' });
    await expect(pulls.merge(number, { head_sha: 'f'.repeat(40), message: null })).rejects.toMatchObject({ failure: 'refused' });
    const merged = await pulls.merge(number, { head_sha: opened.head_sha, message: 'Publish' });
    expect(merged).toMatchObject({ state: 'merged', status: 'Merged', merge_sha: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(merged.merged_at).toBeInstanceOf(Date);
  });
});

describe('GitHub', () => {
  it('refuses to merge drafts', async () => {
    const draft = (await asGrace('POST', 'pulls', { head: 'drafts/three', base: 'main', title: 'Not yet', draft: true })) as {
      number: number;
    };
    const pulls = pullsOf(open(asAda));
    const { head_sha } = await pulls.get(draft.number);
    await expect(pulls.merge(draft.number, { head_sha, message: null })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringMatching(/GitHub refused: .*[Dd]raft/),
    });
  });

  it('reports the problem with an App', async () => {
    const elsewhere = pullsOf(open(asApp(), 'other'));
    await expect(elsewhere.get(1)).rejects.toMatchObject({ message: 'The GitHub App is not installed on the repository in the settings.' });
    const unknown = pullsOf(open({ ...asApp(), LESSONWRIGHT_GITHUB_APP_ID: '777' }));
    await expect(unknown.get(1)).rejects.toMatchObject({
      name: 'CodeHostError',
      failure: 'refused',
      message: expect.stringContaining('the App'),
    });
    await writeFile(join(folder, 'broken.pem'), '-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----\n');
    const broken = pullsOf(open({ ...asApp(), LESSONWRIGHT_GITHUB_APP_KEY_FILE: join(folder, 'broken.pem') }));
    const error = await broken.get(1).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'CodeHostError', message: expect.stringContaining('LESSONWRIGHT_GITHUB_APP_KEY_FILE') });
    expect(String((error as Error).stack)).not.toContain('c2VjcmV0');
  });

  it('gets a token of the App for git, reuses it while valid, and renews it when refused', async () => {
    const { remote } = open(asApp());
    if (typeof remote !== 'function') throw new Error('the token of an App must be asked for');
    const [first, second] = await Promise.all([remote({ isRefused: false }), remote({ isRefused: false })]);
    expect(first.config?.['http.extraHeader']).toMatch(/^Authorization: Basic /);
    expect(second).toEqual(first);
    expect(await remote({ isRefused: false })).toEqual(first);
    expect(await remote({ isRefused: true })).not.toEqual(first);
  });
});
