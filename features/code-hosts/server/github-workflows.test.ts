import { beforeEach, describe, expect, it } from 'vitest';
import { SecretText } from '#platform/server/secret-text.ts';
import { GitHubClient } from './github-client.ts';
import { GitHubWorkflows } from './github-workflows.ts';

// A request sent to the GitHub Actions API; the replies are those in its documentation.

interface Sent {
  readonly call: string;
  readonly body: unknown;
}

let sent: Sent[];
let answer: { status: number; json: unknown };

const workflows = new GitHubWorkflows(
  new GitHubClient(
    {
      kind: 'github',
      address: 'https://github.example/team/content',
      owner: 'team',
      repository: 'content',
      api: 'https://api.github.example',
      credentials: { kind: 'token', token: new SecretText('a token') },
      webhookSecret: null,
      mainBranch: 'main',
    },
    { token: async () => 'a token', canRenew: false },
    async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      sent.push({ call: `${request.method} ${pathname}${search}`, body: text === '' ? null : JSON.parse(text) });
      return answer.json === null ? new Response(null, { status: answer.status }) : Response.json(answer.json, { status: answer.status });
    },
  ),
  'main',
);

beforeEach(() => {
  sent = [];
});

const run = (id: number, display_title: string, state: { status: string; conclusion: string | null }) => ({
  id,
  display_title,
  html_url: `https://github.example/team/content/actions/runs/${id}`,
  ...state,
});
const GOING = { status: 'in_progress', conclusion: null };

describe('workflows of GitHub Actions', () => {
  it.each([
    [null, 'main'],
    ['deploys', 'deploys'],
  ])('are started on the ref %s', async (ref, expected) => {
    answer = { status: 204, json: null };
    await workflows.start('deploy.yml', ref, { deploy: 'abc' });
    expect(sent).toEqual([
      {
        call: 'POST /repos/team/content/actions/workflows/deploy.yml/dispatches',
        body: { ref: expected, inputs: { deploy: 'abc' } },
      },
    ]);
  });

  it('are found by the token in their title', async () => {
    const runs = [
      run(3, 'Deploy abcd', GOING),
      run(2, 'Deploy abc', GOING),
      run(1, 'Tests', { status: 'completed', conclusion: 'success' }),
    ];
    answer = { status: 200, json: { total_count: 3, workflow_runs: runs } };
    expect(await workflows.find('deploy.yml', 'abc')).toEqual({ id: 2, title: 'Deploy abc', url: runs[1]?.html_url, conclusion: null });
    expect(sent[0]?.call).toBe('GET /repos/team/content/actions/workflows/deploy.yml/runs?event=workflow_dispatch&per_page=50');
    expect(await workflows.find('deploy.yml', 'other')).toBeNull();
  });

  it.each([
    [{ status: 'queued', conclusion: null }, null],
    [{ status: 'completed', conclusion: 'success' }, 'success'],
    [{ status: 'completed', conclusion: 'failure' }, 'failure'],
    [{ status: 'completed', conclusion: null }, 'unknown'],
  ])('tell how far they are: %j', async (state, conclusion) => {
    answer = { status: 200, json: run(7, 'Deploy abc', state) };
    expect(await workflows.get(7)).toMatchObject({ id: 7, conclusion });
  });

  it.each([
    [404, { message: 'Not Found' }],
    [403, { message: 'Resource not accessible by personal access token' }],
    [422, { message: "Unexpected inputs provided: ['deploy']" }],
    [200, { something: 'else' }],
  ])('say what is wrong when the answer is %i', async (status, json) => {
    answer = { status, json };
    await expect(workflows.get(7)).rejects.toMatchObject({ name: 'CodeHostError', message: expect.stringContaining('GitHub') as string });
  });
});
