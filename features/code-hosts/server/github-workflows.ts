import { z } from 'zod';
import type { WorkflowHost, WorkflowRun } from './code-host.ts';
import { withSignal, type GitHubClient } from './github-client.ts';

const GitHubRun = z.object({
  id: z.number().int(),
  html_url: z.url(),
  display_title: z.string(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
});

/** Number of runs that are searched, newest first. */
const PAGE_SIZE = 50;

/**
 * GitHub Actions workflows of one repository. Starting one doesn't return its run, so the run is found by its title.
 */
export class GitHubWorkflows implements WorkflowHost {
  readonly #client: GitHubClient;
  readonly #mainBranch: string;

  constructor(client: GitHubClient, mainBranch: string) {
    this.#client = client;
    this.#mainBranch = mainBranch;
  }

  async start(workflow: string, ref: string | null, inputs: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void> {
    const { octokit, repository } = this.#client;
    const wish = { ...repository, workflow_id: workflow, ref: ref ?? this.#mainBranch, inputs: { ...inputs }, ...withSignal(signal) };
    await this.#client.ask(`workflow ${workflow}`, z.unknown(), () =>
      octokit.request('POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches', wish),
    );
  }

  async find(workflow: string, text: string, signal?: AbortSignal): Promise<WorkflowRun | null> {
    const { octokit, repository } = this.#client;
    const query = { ...repository, workflow_id: workflow, event: 'workflow_dispatch', per_page: PAGE_SIZE, ...withSignal(signal) };
    const { workflow_runs: runs } = await this.#client.ask(`workflow ${workflow}`, z.object({ workflow_runs: z.array(GitHubRun) }), () =>
      octokit.request('GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs', query),
    );
    const found = runs.find(({ display_title }) => display_title.split(/\s+/).includes(text));
    return found === undefined ? null : toRun(found);
  }

  async get(id: number, signal?: AbortSignal): Promise<WorkflowRun> {
    const { octokit, repository } = this.#client;
    const where = { ...repository, run_id: id, ...withSignal(signal) };
    const run = await this.#client.ask(`workflow run ${id}`, GitHubRun, () =>
      octokit.request('GET /repos/{owner}/{repo}/actions/runs/{run_id}', where),
    );
    return toRun(run);
  }
}

function toRun({ id, html_url, display_title, status, conclusion }: z.infer<typeof GitHubRun>): WorkflowRun {
  return { id, url: html_url, title: display_title, conclusion: status === 'completed' ? (conclusion ?? 'unknown') : null };
}
