import {
  CodeHostError,
  type HostedPull,
  type NewHostedComment,
  type NewHostedReview,
  type PullHost,
  type WrittenReview,
} from './code-host.ts';

/** A pull request to be opened. */
interface NewPull {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
}

/** Shared code for hosts with a REST API. Every step can be repeated, whether or not its response arrived. */
export abstract class RestPulls implements PullHost {
  abstract find(branch: string, signal?: AbortSignal): Promise<HostedPull | null>;
  abstract get(number: number, signal?: AbortSignal): Promise<HostedPull>;
  abstract merge(number: number, input: { head_sha: string; message: string | null }, signal?: AbortSignal): Promise<HostedPull>;
  abstract comment(number: number, comment: NewHostedComment, signal?: AbortSignal): Promise<string>;
  abstract editComment(number: number, id: string, body: string, signal?: AbortSignal): Promise<void>;
  abstract deleteComment(number: number, id: string, signal?: AbortSignal): Promise<void>;
  abstract review(number: number, review: NewHostedReview, signal?: AbortSignal): Promise<WrittenReview>;
  /** Returns the number of the new pull request. */
  protected abstract create(pull: NewPull, signal: AbortSignal | undefined): Promise<number>;
  protected abstract setState(number: number, state: 'open' | 'closed', signal: AbortSignal | undefined): Promise<void>;

  async open(pull: NewPull, signal?: AbortSignal): Promise<HostedPull> {
    const known = await this.find(pull.branch, signal);
    if (known?.state === 'open') return known;
    try {
      return await this.get(await this.create(pull, signal), signal);
    } catch (error) {
      // It exists already, opened by another user or by an earlier attempt whose response was lost.
      const made = error instanceof CodeHostError && error.failure === 'refused' ? await this.find(pull.branch, signal) : null;
      if (made?.state === 'open') return made;
      throw error;
    }
  }

  async reopen(number: number, signal?: AbortSignal): Promise<HostedPull> {
    return this.#bringTo(number, 'open', signal);
  }

  async close(number: number, signal?: AbortSignal): Promise<HostedPull> {
    return this.#bringTo(number, 'closed', signal);
  }

  async #bringTo(number: number, state: 'open' | 'closed', signal: AbortSignal | undefined): Promise<HostedPull> {
    const known = await this.get(number, signal);
    if (known.state === state) return known;
    await this.setState(number, state, signal);
    return this.get(number, signal);
  }
}
