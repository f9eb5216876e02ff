/** A one-line mistake that a test must notice. */
export interface Fault {
  /** Kebab-case, unique. */
  readonly id: string;
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The effect on users, in one sentence. */
  readonly breaks: string;
  /**
   * Tests that run first, the likeliest first: files of Vitest or Playwright. `file > words`: only tests with these words in
   * their names.
   */
  readonly tests: readonly string[];
}
