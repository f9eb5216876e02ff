import type { ActiveRuns } from './active-runs.ts';
import { MESSAGES } from './messages.ts';
import { finishRun, listOpenRuns } from './queries.ts';

/** A younger run may be about to begin. */
const MIN_AGE_SECONDS = 60;

/**
 * Ends the rows of runs that this server neither works on nor has still to store, so that none stays open after an outage of the database.
 * Failures are logged, and the next call repeats it.
 */
export async function closeForgottenRuns(runs: Pick<ActiveRuns, 'platform' | 'serverId' | 'has'>, minAge = MIN_AGE_SECONDS): Promise<void> {
  const { db, log } = runs.platform;
  try {
    for (const id of await listOpenRuns(db, runs.serverId, minAge)) {
      if (runs.has(id)) continue;
      const isClosed = await finishRun(db, id, { state: 'lost', result: null, error: MESSAGES.lost });
      if (isClosed) log.warn({ run: id }, 'ended a run that this server no longer knew');
    }
  } catch (error) {
    log.warn({ err: error }, 'could not look for forgotten runs');
  }
}
