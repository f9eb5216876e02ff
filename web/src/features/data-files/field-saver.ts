import { Store } from '#web/platform/store.ts';

/** Where the edits of one file's settings stand. */
export type FieldState = 'saved' | 'unsaved' | 'saving' | 'failed';

interface Snapshot<F extends object> {
  /** What is shown in the place of what the server has. */
  readonly edits: Partial<F>;
  readonly state: FieldState;
  /** Why the last save failed. */
  readonly error: unknown;
}

/** B §9: milliseconds after the last key until typed fields are sent. */
export const PAUSE_MS = 1_500;

/**
 * Sends the edits of a few fields by itself: what is typed after a pause, what is chosen at once. One save is under way at a
 * time; what is edited meanwhile follows it. A failed save keeps its edits.
 */
export class FieldSaver<F extends object> extends Store<Snapshot<F>> {
  readonly #send: (fields: Partial<F>) => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isSending = false;
  #isDue = false;

  /** @param send Stores fields, and answers once the page shows what was stored. */
  constructor(send: (fields: Partial<F>) => Promise<void>) {
    super({ edits: {}, state: 'saved', error: null });
    this.#send = send;
  }

  /** Takes an edit of a field that is typed: it is sent when nothing more was typed for {@link PAUSE_MS}. */
  type(change: Partial<F>): void {
    this.#edit(change);
    this.#stopTimer();
    this.#timer = setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** Takes an edit that is sent at once, with whatever waits. */
  choose(change: Partial<F>): void {
    this.#edit(change);
    this.flush();
  }

  /** Sends what waits, now. Also the way to try again after a failure. */
  flush(): void {
    this.#stopTimer();
    if (Object.keys(this.state().edits).length === 0) return;
    this.#isDue = true;
    if (!this.#isSending) void this.#sendAll();
  }

  /** Sends what waits. True when nothing is left unsaved. */
  readonly save = (): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = () => {
        const { state } = this.state();
        if (state === 'saving') return;
        stop();
        resolve(state === 'saved');
      };
      const stop = this.subscribe(settle);
      this.flush();
      settle();
    });

  /** Gives up what is not stored. */
  discard(): void {
    this.#stopTimer();
    this.#isDue = false;
    this.#show({ edits: {}, state: this.#isSending ? 'saving' : 'saved', error: null });
  }

  #edit(change: Partial<F>): void {
    this.#show({ edits: { ...this.state().edits, ...change }, state: this.#isSending ? 'saving' : 'unsaved' });
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    while (this.#isDue) {
      this.#isDue = false;
      const sent = this.state().edits;
      this.#show({ state: 'saving', error: null });
      try {
        await this.#send(sent);
      } catch (error) {
        this.#isSending = false;
        this.#show({ state: 'failed', error });
        return;
      }
      const left = Object.entries(this.state().edits).filter(([name, value]) => sent[name as keyof F] !== value);
      this.#show({ edits: Object.fromEntries(left) as Partial<F> });
    }
    this.#isSending = false;
    this.#show({ state: Object.keys(this.state().edits).length === 0 ? 'saved' : 'unsaved' });
  }

  #show(change: Partial<Snapshot<F>>): void {
    this.show({ ...this.state(), ...change });
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
