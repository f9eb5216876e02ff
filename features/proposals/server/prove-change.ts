/** Proves a change on a copy in memory: the examination of authors, the stored checks and tests, and preflight. Stores nothing. */

import { examineDraft, findTrust, trustFingerprint } from '#features/check-trust/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { compareFindings } from '#features/preflight/server/index.ts';
import { didPass, type RunResult } from '#features/runs/contract/runs.ts';
import { checkOutput, getRunContext, readFingerprints } from '#features/runs/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { compareResults, runUnstored } from '#features/tests/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { Proof } from '../contract.ts';
import type { RunEvidence } from '../rules/evidence.ts';
import { NEW_LINKS_MAX } from '../rules/judge-proposal.ts';
import { needsRuns, withChecksOf } from '../rules/run-fields.ts';
import { contentOfScreen, type EditedLesson, type ProposalSubject } from './edited-lesson.ts';
import { MESSAGES } from './messages.ts';

/** @throws AppError `refused`, `unavailable`; the signal's reason if it was stopped. */
export async function proveChange(
  platform: Platform,
  actor: Actor,
  subject: ProposalSubject,
  edited: EditedLesson,
  operation: Operation,
): Promise<Proof> {
  const { lesson, content } = subject;
  operation.progress('Comparing preflight', 0, null);
  const contents = { before: content, after: edited.content, linksMax: NEW_LINKS_MAX };
  const compared = await compareFindings(platform, actor, lesson.id, contents, operation);
  const runs = await runBoth(platform, actor, subject, edited, operation);
  const before = {
    newLinks: [],
    areLinksRequested: true,
    preflight: compared.before,
    screen: contentOfScreen(subject),
    runs: runs?.before ?? null,
  };
  const after = {
    newLinks: compared.newLinks,
    areLinksRequested: compared.areRequested,
    preflight: compared.after,
    screen: contentOfScreen(edited),
    runs: runs?.after ?? null,
  };
  return requireTextTask('judgeProposal', [before, after], MESSAGES.tooExpensive, { signal: operation.signal });
}

interface Both {
  readonly before: RunEvidence;
  readonly after: RunEvidence;
}

async function runBoth(
  platform: Platform,
  actor: Actor,
  subject: ProposalSubject,
  edited: EditedLesson,
  operation: Operation,
): Promise<Both | null> {
  const { lesson, screen } = subject;
  const next = edited.screen;
  if (screen === null || next === null || lesson.fields.language === null || !needsRuns(screen.fields, next.fields)) return null;
  const proven = new ProvenScreen(platform, actor, lesson, screen, operation);
  const trust = { before: await proven.storedTrust(), after: await proven.examine(next.fields, 'Examining the proposed change') };
  operation.signal.throwIfAborted();
  const nothing = { passesStoredChecks: null, tests: [], reproducesOutput: null, error: null };
  const before = { ...nothing, trust: trust.before };
  // The other runs would say nothing more.
  if (trust.after?.findings.some(({ kind }) => kind === 'answer-fails') === true)
    return { before, after: { ...nothing, trust: trust.after } };
  operation.progress('Running the stored checks and tests', 0, null);
  const { answer_code } = next.fields;
  const answer = answer_code.trim() === '' ? null : await proven.run(next.fields, answer_code);
  const tests = await proven.compareTests(next.fields);
  const own = answer && proven.printsRecorded(answer);
  const stored = async () => proven.printsRecorded(await proven.run(screen.fields, screen.fields.answer_code));
  return {
    before: { ...before, tests: tests.before, reproducesOutput: own === false ? await stored() : null },
    after: {
      trust: trust.after,
      tests: tests.after,
      passesStoredChecks: await proven.passesStoredChecks(next.fields),
      reproducesOutput: own,
      error: answer === null || next.fields.error_okay ? null : lastLine(answer.error),
    },
  };
}

function lastLine(error: string | null): string | null {
  return error === null ? null : (error.trimEnd().split('\n').at(-1) ?? '');
}

/** Runs code on a screen, with fields that aren't stored, in the turn of the person who proposes. */
class ProvenScreen {
  readonly #platform: Platform;
  readonly #actor: Actor;
  readonly #lesson: StoredLesson;
  readonly #screen: StoredScreen;
  readonly #operation: Operation;

  constructor(platform: Platform, actor: Actor, lesson: StoredLesson, screen: StoredScreen, operation: Operation) {
    this.#platform = platform;
    this.#actor = actor;
    this.#lesson = lesson;
    this.#screen = screen;
    this.#operation = operation;
  }

  get #owner(): string {
    return `user:${this.#actor.id}`;
  }

  /** The last examination of the stored screen if it is current, or a new one. */
  async storedTrust() {
    const { db } = this.#platform;
    const fingerprint = trustFingerprint(this.#screen, await readFingerprints(db, this.#lesson));
    const known = (await findTrust(db, new Map([[this.#screen.id, fingerprint]]))).get(this.#screen.id);
    return known?.is_current === true ? known : this.examine({}, 'Examining the stored checks');
  }

  examine(draft: Partial<ScreenFields>, doing: string) {
    return examineDraft(this.#platform, this.#actor, {
      lesson: this.#lesson,
      screen: this.#screen,
      draft,
      owner: this.#owner,
      signal: this.#operation.signal,
      onProgress: (done, total) => this.#operation.progress(doing, done, total),
    });
  }

  async run(fields: ScreenFields, code: string, inputs?: string): Promise<RunResult> {
    const draft = inputs ? { ...fields, inputs } : fields;
    const context = await getRunContext(this.#platform, this.#actor, { lesson_id: this.#lesson.id, screen_id: this.#screen.id, draft });
    return runUnstored(this.#platform, context, this.#owner, this.#operation.signal)(code);
  }

  /** Whether the new answer passes the stored checks; null: nothing is checked, or they refuse the stored answer too. */
  async passesStoredChecks(next: ScreenFields): Promise<boolean | null> {
    const { fields } = this.#screen;
    const result = await this.run(withChecksOf(fields, next), next.answer_code);
    if (result.check_summary === null) return null;
    if (didPass(result)) return true;
    return didPass(await this.run(fields, fields.answer_code)) ? false : null;
  }

  /** Tests that fail after the change ran before it as well: those that failed already don't count. The default test is the answer. */
  async compareTests(next: ScreenFields): Promise<{ before: RunEvidence['tests']; after: RunEvidence['tests'] }> {
    const before: RunEvidence['tests'][number][] = [];
    const after: RunEvidence['tests'][number][] = [];
    for (const test of this.#screen.attached.tests.filter(({ is_default }) => !is_default)) {
      const { slug } = test;
      const name = test.description || slug;
      const passesWith = async (fields: ScreenFields) => compareResults(test, await this.run(fields, test.code, test.inputs)).test_passes;
      const passes = await passesWith(next);
      after.push({ slug, name, passes });
      if (!passes) before.push({ slug, name, passes: await passesWith(this.#screen.fields) });
    }
    return { before, after };
  }

  /** Null: no output is recorded, or it isn't compared. */
  printsRecorded({ output }: RunResult): boolean | null {
    const { attached, fields } = this.#screen;
    if (attached.answer_output === null || fields.dynamic_answer) return null;
    return checkOutput(attached.answer_output.stdout, output).pass;
  }
}
