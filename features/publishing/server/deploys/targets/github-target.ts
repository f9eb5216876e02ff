import { setTimeout as sleep } from 'node:timers/promises';
import { CodeHostError, type WorkflowHost, type WorkflowRun } from '#features/code-hosts/server/index.ts';
import { TARGET_MESSAGES } from './messages.ts';
import { TargetError, type DeployOrder, type Target, type TargetState } from './target.ts';

const POLL_MS = 10_000;
/** GitHub lists a run only some seconds after it was requested. */
const FIND = { everyMs: 3_000, forMs: 5 * 60_000 } as const;

interface Times {
  readonly pollMs?: number;
  readonly findEveryMs?: number;
  readonly findForMs?: number;
}

/**
 * A GitHub Actions workflow with the inputs `deploy`, `lesson`, `build_number` and `bundle_url`. It must show `deploy`
 * in its `run-name`, by which its run is found.
 */
export class GitHubTarget implements Target {
  readonly kind = 'github';
  readonly pollMs: number;
  readonly #workflows: WorkflowHost;
  readonly #workflow: { readonly name: string; readonly ref: string | null };
  readonly #find: { readonly everyMs: number; readonly forMs: number };

  constructor(workflows: WorkflowHost, workflow: { name: string; ref: string | null }, times: Times = {}) {
    this.#workflows = workflows;
    this.#workflow = workflow;
    this.pollMs = times.pollMs ?? POLL_MS;
    this.#find = { everyMs: times.findEveryMs ?? FIND.everyMs, forMs: times.findForMs ?? FIND.forMs };
  }

  begin(order: DeployOrder, signal: AbortSignal): Promise<TargetState> {
    return asTargetError(async () => {
      const { name, ref } = this.#workflow;
      // A run that was started before a restart is not started twice.
      const earlier = await this.#workflows.find(name, order.id, signal);
      if (earlier) return stateOf(earlier);
      const { sequence, title } = order.lesson;
      await this.#workflows.start(
        name,
        ref,
        { deploy: order.id, lesson: `${sequence} ${title}`, build_number: String(order.build_number), bundle_url: order.bundle_url },
        signal,
      );
      const end = performance.now() + this.#find.forMs;
      while (performance.now() < end) {
        await sleep(this.#find.everyMs, undefined, { signal });
        const run = await this.#workflows.find(name, order.id, signal);
        if (run) return stateOf(run);
      }
      throw new TargetError(TARGET_MESSAGES.noRun, { isPassing: false });
    });
  }

  look(ref: string, signal: AbortSignal): Promise<TargetState> {
    return asTargetError(async () => stateOf(await this.#workflows.get(Number(ref), signal)));
  }
}

function stateOf({ id, url, conclusion }: WorkflowRun): TargetState {
  const known = { ref: String(id), url };
  if (conclusion === null) return { ...known, status: 'running' };
  return conclusion === 'success'
    ? { ...known, status: 'succeeded' }
    : { ...known, status: 'failed', error: TARGET_MESSAGES.conclusion(conclusion) };
}

async function asTargetError<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CodeHostError) throw new TargetError(error.message, { isPassing: error.failure === 'unreachable' });
    throw error;
  }
}
