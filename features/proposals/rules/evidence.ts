import type { TrustReport } from '#features/check-trust/contract.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import type { Finding } from '#features/preflight/contract/finding.ts';

/** What is known of a lesson or screen before or after a proposed change. `judgeProposal` compares both sides. */
export interface Evidence {
  /** Null: the proposal is about the texts of the lesson. */
  readonly screen: ScreenContent | null;
  readonly preflight: readonly Finding[];
  /** Null: no code ran. */
  readonly runs: RunEvidence | null;
  /** Links of other sites that this side has and the other doesn't. */
  readonly newLinks: readonly string[];
  /** Whether these were requested. */
  readonly areLinksRequested: boolean;
}

export interface RunEvidence {
  /** Null: nothing checks the screen. */
  readonly trust: TrustReport | null;
  /** Whether the answer of this side passes the checks as they are stored; null: there are none, or they refuse the stored answer as well. */
  readonly passesStoredChecks: boolean | null;
  /** The stored tests: whether each gives what it expects. */
  readonly tests: readonly { readonly slug: string; readonly name: string; readonly passes: boolean }[];
  /** Whether the answer prints the recorded output; null: none is recorded, or it is not compared. */
  readonly reproducesOutput: boolean | null;
  /** The last line of the error that the answer ends with; null: it ends without one, or errors are allowed. */
  readonly error: string | null;
}
