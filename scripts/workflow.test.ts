import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  on: Record<string, unknown>;
  permissions: unknown;
  jobs: Record<string, { 'timeout-minutes'?: number; permissions?: unknown; steps: { uses?: string; run?: string }[] }>;
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const workflow = parse(read('.github/workflows/test.yml')) as Workflow;
const jobs = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

describe('the workflow for contributors', () => {
  it('runs what the build machine runs, and nothing else', () => {
    const command = /^exec (.+)$/m.exec(read('.ci/run'))?.[1];
    expect(command).toBe('npm test');
    expect(steps.flatMap(({ run }) => run ?? [])).toEqual([command]);
  });

  it('runs on every push and pull request', () => {
    expect(Object.keys(workflow.on)).toEqual(['push', 'pull_request']);
  });

  it('may read the repository and do nothing else', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs.filter((job) => job.permissions !== undefined)).toEqual([]);
  });

  it('uses actions by their commits, and ends in time', () => {
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((name) => !/@[0-9a-f]{40}$/.test(name))).toEqual([]);
    expect(jobs.filter((job) => !((job['timeout-minutes'] ?? Infinity) <= 60))).toEqual([]);
  });
});
