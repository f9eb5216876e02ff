import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '#platform/server/platform.ts';
import type { DeployLog } from '../deploy-log.ts';
import { storeTarget, type StoredDeploy } from '../queries.ts';
import { TARGET_MESSAGES } from './messages.ts';
import { TargetError, type DeployOrder, type Target, type TargetState } from './target.ts';

/** Failed attempts to reach the environment before the deploy fails. */
const MOST_FAILURES = 5;

/**
 * Hands a build to another environment and waits until it is done. One that was notified before a restart is only
 * polled.
 *
 * @throws TargetError with the reason; the signal's reason.
 */
export async function followTarget(
  { db }: Pick<Platform, 'db'>,
  target: Target,
  deploy: Pick<StoredDeploy, 'id' | 'target_ref'>,
  order: () => Promise<DeployOrder>,
  { log, signal }: { log: DeployLog; signal: AbortSignal },
): Promise<void> {
  let ref = deploy.target_ref;
  const attempt = retrying(target, log, signal);
  const newOrder = ref === null ? await order() : null;
  let state: TargetState = await attempt(() => (newOrder === null ? target.look(ref ?? '', signal) : target.begin(newOrder, signal)));
  if (newOrder !== null) log.say(TARGET_MESSAGES.told(target.kind));
  for (;;) {
    const known: { target_ref?: string; target_url?: string } = {};
    if (state.ref !== undefined) known.target_ref = ref = state.ref;
    if (state.url !== undefined) known.target_url = state.url;
    await storeTarget(db, deploy.id, known);
    if (state.status === 'failed') throw new TargetError(state.error ?? TARGET_MESSAGES.failed(target.kind), { isPassing: false });
    if (state.status === 'succeeded') return;
    if (ref === null) throw new TargetError(TARGET_MESSAGES.noRef, { isPassing: false });
    await sleep(target.pollMs, undefined, { signal });
    const asked = ref;
    state = await attempt(() => target.look(asked, signal));
  }
}

function retrying(target: Target, log: DeployLog, signal: AbortSignal) {
  let failures = 0;
  return async (ask: () => Promise<TargetState>): Promise<TargetState> => {
    for (;;) {
      try {
        const state = await ask();
        failures = 0;
        return state;
      } catch (error) {
        signal.throwIfAborted();
        failures += 1;
        if (!(error instanceof TargetError) || !error.isPassing || failures === MOST_FAILURES) throw error;
        log.say(TARGET_MESSAGES.again(error.message), 'warning');
        await sleep(target.pollMs, undefined, { signal });
      }
    }
  };
}
