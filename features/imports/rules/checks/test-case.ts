/** A test of a graded exercise: code that runs after the submission, with its names, and fails it by an error. */
export interface TestCase {
  /** Of its exercise. */
  readonly name: string;
  readonly code: string;
  /** What it prints, with the value of its last expression; null: it says itself what is wrong. */
  readonly expected: string | null;
  /** Learners see only whether it passed, and `failure`. */
  readonly isHidden: boolean;
  /** What learners read if it fails; empty: what the test says. */
  readonly failure: string;
}

/** The module of the submission in tests that an import writes. */
export const SUBMISSION = 'submission';

/** What learners read if a hidden test without a message of its own fails. */
export const HIDDEN_FAILED = 'A hidden test failed.';

/** Names of tests: each once, in their order. */
export function numberedNames(tests: readonly TestCase[]): string[] {
  const digits = String(tests.length).length;
  return tests.map(({ name, isHidden }, index) => {
    const words = name.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 40);
    return [`test_${String(index + 1).padStart(digits, '0')}`, ...(words === '' ? [] : [words]), ...(isHidden ? ['hidden'] : [])].join('_');
  });
}
