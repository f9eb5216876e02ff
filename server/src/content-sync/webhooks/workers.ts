import { CodeHostError } from '#server/platform/code-hosts/code-host.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hearOfPull } from '#server/content-sync/review/hear-of-pull.ts';
import { hearOfPullQueue } from './queues.ts';

/** Starts asking for the pull requests that webhooks tell of. While the code host is down it is asked again and again. */
export async function startWebhookWorkers(platform: Platform): Promise<void> {
  await platform.jobs.work(hearOfPullQueue, ({ number }, signal) => askForPull(platform, number, signal));
}

/** @throws CodeHostError `unreachable`: later it may be known. */
async function askForPull(platform: Platform, number: number, signal: AbortSignal): Promise<void> {
  const { pulls } = platform.codeHost;
  if (pulls === null) return;
  try {
    await hearOfPull(platform, await pulls.get(number, signal));
  } catch (error) {
    if (!(error instanceof CodeHostError) || error.failure === 'unreachable') throw error;
    // To ask again would give the same answer; the next look at the code host asks anyway (watch-code-host.ts).
    platform.log.warn({ number, reason: error.message }, 'a pull request could not be asked for');
  }
}
