import { channel } from 'node:diagnostics_channel';
import type { TraceContext } from '#platform/contract/trace-context.ts';

/** An answered call. */
export interface ObservedCall {
  readonly method: string;
  /** The pattern of the address, like `/api/lesson/:id`; never the address itself, which may hold secrets. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A run that has ended on a runner, answers and tests included. */
export interface ObservedRun {
  readonly language: string;
  /** How it ended: the limit that it met, or one of the others. */
  readonly ended: string;
  /** Between sending it and its start; null: it never started. */
  readonly waitedSeconds: number | null;
  /** Since its start. */
  readonly seconds: number | null;
}

/** One attempt of a job. */
export interface ObservedJob {
  readonly queue: string;
  readonly isOk: boolean;
  readonly seconds: number;
}

/** A sign-in with a wrong password, or an account that was locked after several. */
export interface ObservedSignInProblem {
  readonly problem: 'failed' | 'locked';
}

/** An email that was handed to the mail server, or not. */
export interface ObservedMail {
  readonly isOk: boolean;
}

/** A step of a trace. */
export interface ObservedSpan {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly context: TraceContext;
  /** Null: the trace begins here. */
  readonly parentId: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Names, numbers and ids of ours; never anything that a person wrote. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly isFailed: boolean;
  /** The runner that it happened on; null: this server. */
  readonly runner: string | null;
}

/** Where the product reports what it does, for metrics and traces. Without a listener a report costs nothing. */
class Reports<Report extends object> {
  readonly #channel;

  constructor(name: string) {
    this.#channel = channel(`lessonwright:${name}`);
  }

  get isHeard(): boolean {
    return this.#channel.hasSubscribers;
  }

  send(report: Report): void {
    this.#channel.publish(report);
  }

  /** Returns a function that stops listening. */
  listen(listener: (report: Report) => void): () => void {
    const take = (message: unknown): void => listener(message as Report);
    this.#channel.subscribe(take);
    return () => {
      this.#channel.unsubscribe(take);
    };
  }
}

export const observedCalls = new Reports<ObservedCall>('call');
export const observedRuns = new Reports<ObservedRun>('run');
export const observedJobs = new Reports<ObservedJob>('job');
export const observedSignInProblems = new Reports<ObservedSignInProblem>('sign-in-problem');
export const observedMails = new Reports<ObservedMail>('mail');
export const observedSpans = new Reports<ObservedSpan>('span');
