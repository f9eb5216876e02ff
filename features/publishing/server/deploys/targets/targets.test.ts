import { expect, it } from 'vitest';
import type { WorkflowHost, WorkflowRun } from '#features/code-hosts/server/code-host.ts';
import { DEPLOY_ORDER } from '#testing/deploy-order.ts';
import { GitHubTarget } from './github-target.ts';
import { TARGET_MESSAGES } from './messages.ts';

const signal = new AbortController().signal;

/** A code host whose runs appear some polls after they were requested. */
function host(after: number, conclusion: string | null) {
  const started: Readonly<Record<string, string>>[] = [];
  let looks = 0;
  const run: WorkflowRun = { id: 99, url: 'https://github.example/runs/99', title: 'Deploy lessonwright-7-2', conclusion };
  const workflows: WorkflowHost = {
    start: async (_workflow, _ref, inputs) => {
      started.push(inputs);
    },
    find: async () => (started.length > 0 && ++looks >= after ? run : null),
    get: async () => run,
  };
  return { workflows, started };
}

const target = (workflows: WorkflowHost, findForMs = 60_000) =>
  new GitHubTarget(workflows, { name: 'deploy.yml', ref: null }, { pollMs: 1, findEveryMs: 1, findForMs });

it('starts a workflow once, finds its run by title, and uses its page', async () => {
  const { workflows, started } = host(3, null);
  const deploys = target(workflows);
  const running = { status: 'running', ref: '99', url: 'https://github.example/runs/99' };
  expect(await deploys.begin(DEPLOY_ORDER, signal)).toEqual(running);
  expect(started).toEqual([{ deploy: 'lessonwright-7-2', lesson: '5 Sums', build_number: '2', bundle_url: DEPLOY_ORDER.bundle_url }]);
  // Asked again after a restart, it finds the existing run.
  expect(await deploys.begin(DEPLOY_ORDER, signal)).toEqual(running);
  expect(started).toHaveLength(1);
});

it.each([
  ['success', { status: 'succeeded' }],
  ['failure', { status: 'failed', error: TARGET_MESSAGES.conclusion('failure') }],
  ['cancelled', { status: 'failed', error: TARGET_MESSAGES.conclusion('cancelled') }],
])('a run that ended as %s', async (conclusion, expected) => {
  expect(await target(host(1, conclusion).workflows).look('99', signal)).toMatchObject(expected);
});

it('fails if no run starts', async () => {
  await expect(target(host(Number.POSITIVE_INFINITY, null).workflows, 5).begin(DEPLOY_ORDER, signal)).rejects.toThrow(
    TARGET_MESSAGES.noRun,
  );
});
