import { CodeHostError } from '#features/code-hosts/server/index.ts';
import { syncPullRequest } from '#features/review/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { syncPullQueue } from './queues.ts';

/** Starts fetching the pull requests that webhooks report. While the code host is down, the job is retried. */
export async function startWebhookWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(syncPullQueue, ({ number }, signal) => askForPull(platform, number, signal));
}

/** @throws CodeHostError `unreachable`: a later attempt may succeed. */
async function askForPull(platform: Platform, number: number, signal: AbortSignal): Promise<void> {
  const { pulls } = platform.codeHost;
  if (pulls === null) return;
  try {
    await syncPullRequest(platform, await pulls.get(number, signal));
  } catch (error) {
    if (!(error instanceof CodeHostError) || error.failure === 'unreachable') throw error;
    // Retrying would give the same result; the next poll fetches it anyway (poll-code-host.ts).
    platform.log.warn({ number, reason: error.message }, 'could not fetch a pull request');
  }
}
