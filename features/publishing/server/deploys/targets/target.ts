/** What an external environment receives about a build. */
export interface DeployOrder {
  /** Identifies this deploy; the same if it is sent again. */
  readonly id: string;
  readonly lesson: { readonly id: number; readonly sequence: number; readonly title: string; readonly release: string };
  readonly build_number: number;
  /** A zip of the build; temporary, and for this environment only. */
  readonly bundle_url: string;
  readonly bundle_expires_at: string;
  /** The log of the build, for people. */
  readonly log_url: string;
}

/** The progress of an external environment. */
export interface TargetState {
  readonly status: 'running' | 'succeeded' | 'failed';
  /** Reference for polling later; omitted: unchanged. */
  readonly ref?: string;
  /** Address of its own page of the deploy. */
  readonly url?: string;
  /** Why it failed. */
  readonly error?: string;
}

/** An environment in addition to the built-in preview. Every method throws {@link TargetError}. */
export interface Target {
  readonly kind: 'webhook' | 'github';
  /** Milliseconds between two polls. */
  readonly pollMs: number;
  begin(order: DeployOrder, signal: AbortSignal): Promise<TargetState>;
  look(ref: string, signal: AbortSignal): Promise<TargetState>;
}

/** The environment rejected the deploy or can't be reached. The message is for users. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
  /** Whether trying again may help. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing }: { isPassing: boolean }) {
    super(message);
    this.isPassing = isPassing;
  }
}
