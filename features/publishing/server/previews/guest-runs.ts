import { randomUUID } from 'node:crypto';
import { isCorrect, learnerResult, type LearnerSight } from '#features/learner-view/contract/learner-result.ts';
import { runForGuest, type GuestRunRequest, type RunServices } from '#features/runs/server/index.ts';
import { AppError, tooMany, unavailable } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { RateLimit } from '#platform/server/rate-limit.ts';
import type { PreviewResult, PreviewRun } from '../../contract/previews.ts';
import type { SubmittedRun } from './grade-assessment.ts';
import type { Attempt } from './guest-tries.ts';
import { MESSAGES } from './messages.ts';

/** How long a call waits for its run before it returns an id to poll. */
const ANSWER_WITHIN_MS = 2_500;
/** How many full links a server serves at the same time. The runner's queue lets authors take turns with learners. */
const FULL_LINKS = 4;
/** Characters of cached results, in total and per link, and the number of runs whose end is remembered. */
const KEPT = { characters: 16_000_000, ofLink: 8_000_000, runs: 5_000 } as const;

interface GuestRun {
  readonly linkId: number;
  readonly screen: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  queuePosition: number;
  /** Undefined: running. Null: no longer cached. */
  end: { readonly result: PreviewResult } | { readonly error: string } | null | undefined;
  /** For a submission that has ended. */
  submitted: SubmittedRun | null;
  /** Size of the result, in characters of JSON. */
  characters: number;
}

/** A run on a build and its visitor. */
export interface GuestRunInput extends Omit<GuestRunRequest, 'id' | 'owner'> {
  readonly linkId: number;
  readonly screen: number;
  readonly sight: Omit<LearnerSight, 'isSubmitted'>;
  /** Begins to count a submission as a try. */
  readonly attempt?: () => Attempt;
}

/** What runs of visitors need of the platform. */
export type GuestServices = RunServices & Pick<Platform, 'log'> & { readonly config: Pick<Platform['config'], 'limits'> };

/** Runs of visitors without an account. Nothing is stored: a restart of the server forgets them. */
export class GuestRuns {
  readonly #platform: GuestServices;
  readonly #runs = new Map<string, GuestRun>();
  readonly #run: typeof runForGuest;
  readonly #perHour: RateLimit;
  #isClosing = false;

  constructor(platform: GuestServices, run = runForGuest) {
    this.#platform = platform;
    this.#run = run;
    this.#perHour = new RateLimit({ what: 'runs by this link', max: platform.config.limits.learnerRunsPerHour, windowMs: 60 * 60_000 });
  }

  /**
   * Runs code. Returns the result if it is available soon.
   * @throws AppError `too_many` beyond the limits of the link; `unavailable` if nothing can run it.
   */
  async start(input: GuestRunInput): Promise<PreviewRun> {
    const open = [...this.#runs.values()].filter(({ end }) => end === undefined);
    const ofLink = open.filter(({ linkId }) => linkId === input.linkId);
    const { learnerRunsAtOnce } = this.#platform.config.limits;
    if (ofLink.length >= learnerRunsAtOnce || open.length >= FULL_LINKS * learnerRunsAtOnce) throw tooMany(MESSAGES.tooManyAtOnce, 2);
    this.#perHour.take(String(input.linkId));
    const id = randomUUID();
    const stop = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const run: GuestRun = {
      linkId: input.linkId,
      screen: input.screen,
      stop,
      ended,
      queuePosition: 0,
      end: undefined,
      submitted: null,
      characters: 0,
    };
    this.#runs.set(id, run);
    void this.#execute(id, run, input).finally(resolve);
    await withinTime(ended, ANSWER_WITHIN_MS);
    return this.#replyOf(id, run);
  }

  /** @throws AppError `not_found`; `unavailable` with the reason if the run ended without a result. */
  result(linkId: number, id: string): PreviewRun {
    return this.#replyOf(id, this.#own(linkId, id));
  }

  /** Stops a run; does nothing if it has ended. @throws AppError `not_found` */
  async stop(linkId: number, id: string): Promise<void> {
    const run = this.#own(linkId, id);
    run.stop.abort();
    await run.ended;
  }

  /** The verdict of a submission; null: there is none, or it is running. */
  submitted(linkId: number, id: string, screen: number): SubmittedRun | null {
    const run = this.#runs.get(id);
    return run?.linkId === linkId && run.screen === screen ? run.submitted : null;
  }

  /** Records a verdict from elsewhere (a terminal), so that it can be submitted. Returns its id. */
  note(linkId: number, screen: number, submitted: SubmittedRun): string {
    const id = randomUUID();
    this.#runs.set(id, {
      linkId,
      screen,
      stop: new AbortController(),
      ended: Promise.resolve(),
      queuePosition: 0,
      end: null,
      submitted,
      characters: 0,
    });
    this.#forgetOld();
    return id;
  }

  /** Stops all runs. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const runs = [...this.#runs.values()];
    for (const { stop } of runs) stop.abort();
    await Promise.all(runs.map(({ ended }) => ended));
  }

  async #execute(id: string, run: GuestRun, { linkId, screen: _screen, sight, attempt, ...request }: GuestRunInput): Promise<void> {
    const tried = request.isChecked ? attempt?.() : undefined;
    try {
      const result = await this.#run(
        this.#platform,
        // The runs of a link share one turn in the queue, however many visitors use it.
        { ...request, id, owner: `preview-${linkId}` },
        {
          signal: run.stop.signal,
          onEvent: (event) => {
            if (event.type === 'queued') run.queuePosition = event.position;
            if (event.type === 'started') run.queuePosition = 0;
          },
        },
      );
      // Its learner has not stopped it.
      if (this.#isClosing && run.stop.signal.aborted) throw unavailable(MESSAGES.restarted);
      run.end = { result: learnerResult(id, result, { isSubmitted: request.isChecked, ...sight }) };
      run.characters = JSON.stringify(run.end.result).length;
      if (request.isChecked) {
        run.submitted = { isRight: isCorrect(result), skills: result.grader?.skill_results ?? [] };
        tried?.judged(run.submitted.isRight);
      }
    } catch (error) {
      if (!(error instanceof AppError)) this.#platform.log.error({ err: error, run: id }, 'a preview run failed');
      run.end = { error: error instanceof AppError ? error.message : MESSAGES.runGone };
    } finally {
      tried?.end();
    }
    this.#forgetOld();
  }

  #own(linkId: number, id: string): GuestRun {
    const run = this.#runs.get(id);
    if (run?.linkId !== linkId) throw new AppError('not_found', MESSAGES.runGone);
    return run;
  }

  #replyOf(run_id: string, { end, queuePosition }: GuestRun): PreviewRun {
    if (end === undefined) return { status: 'pending', run_id, queue_position: queuePosition };
    if (end === null) throw new AppError('not_found', MESSAGES.runGone);
    if ('error' in end) throw unavailable(end.error);
    return end.result;
  }

  #forgetOld(): void {
    const over = [...this.#runs].filter(([, { end }]) => end !== undefined);
    const ofLinks = new Map<number, number>();
    let characters = 0;
    // Keeps the newest ones, within the limits.
    for (const [, run] of over.toReversed()) {
      if (run.end === null) continue;
      const ofLink = (ofLinks.get(run.linkId) ?? 0) + run.characters;
      if (ofLink > KEPT.ofLink || characters + run.characters > KEPT.characters) run.end = null;
      else {
        ofLinks.set(run.linkId, ofLink);
        characters += run.characters;
      }
    }
    for (const [id] of over.slice(0, Math.max(0, over.length - KEPT.runs))) this.#runs.delete(id);
  }
}

async function withinTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([work, over]);
  clearTimeout(timer);
}
