/** A failed test, or a failure outside of tests. */
export interface Failure {
  /** From the root; empty: unknown. */
  readonly file: string;
  /** Empty: the file could not be loaded. */
  readonly name: string;
  /** The start of its message, without colours. */
  readonly message: string;
}

/** The total time of a test file. Without `setUpSeconds`, set-up is included in its tests. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
  readonly setUpSeconds: number | null;
}

export interface TestTime {
  readonly file: string;
  readonly name: string;
  readonly seconds: number;
}

/** What a reporter sends to the run while its suite goes on. A suite that ends without `end` is incomplete. */
export type SuiteEvent =
  | { readonly kind: 'planned'; readonly files: number; readonly tests: number | null }
  | ({ readonly kind: 'passed' } & TestTime)
  | { readonly kind: 'failed'; readonly failure: Failure; readonly seconds: number }
  | ({ readonly kind: 'file' } & FileTime)
  | { readonly kind: 'end' };

/** Sends an event to the parent process; resolves once it and all earlier ones are written. Does nothing without a parent. */
export async function sendEvent(event: SuiteEvent): Promise<void> {
  await new Promise<void>((resolve) => {
    if (process.send) process.send(event, undefined, {}, () => resolve());
    else resolve();
  });
}
