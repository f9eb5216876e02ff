/** What another environment is told of a build. */
export interface DeployOrder {
  /** Names this deploy among all; the same when it is told again. */
  readonly id: string;
  readonly lesson: { readonly id: number; readonly sequence: number; readonly title: string; readonly release: string };
  readonly build_number: number;
  /** A zip of the build; for this environment alone, and for a while. */
  readonly bundle_url: string;
  readonly bundle_expires_at: string;
  /** The log of the build, for people. */
  readonly log_url: string;
}

/** How far another environment is. */
export interface TargetState {
  readonly status: 'running' | 'succeeded' | 'failed';
  /** What to ask with later; absent: as before. */
  readonly ref?: string;
  /** Its own page of the deploy, for people. */
  readonly url?: string;
  /** Why it failed. */
  readonly error?: string;
}

/** An environment beside the preview of the product (product §8). Everything throws {@link TargetError}. */
export interface Target {
  readonly kind: 'webhook' | 'github';
  /** Milliseconds between two looks. */
  readonly pollMs: number;
  begin(order: DeployOrder, signal: AbortSignal): Promise<TargetState>;
  look(ref: string, signal: AbortSignal): Promise<TargetState>;
}

/** The environment said no, or could not be reached. The message is for people. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  /** Trying again may help. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing }: { isPassing: boolean }) {
    super(message);
    this.isPassing = isPassing;
  }
}
