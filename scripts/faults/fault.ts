/** A mistake that somebody could make in one line, and that a test must notice. */
export interface Fault {
  /** Kebab-case, never given twice. */
  readonly id: string;
  readonly file: string;
  /** Text of the file, which occurs in it exactly once. */
  readonly find: string;
  readonly replace: string;
  /** What goes wrong for people, in one sentence. */
  readonly breaks: string;
  /** Tests that are run first, the likeliest first: files, of Vitest or Playwright. `file > words`: only tests with these words in their names. */
  readonly tests: readonly string[];
}
