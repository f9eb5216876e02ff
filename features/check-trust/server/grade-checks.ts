/** What the runs of an examination say about a screen's checks. */

import { CHECK_KINDS, didPass, type RunResult } from '#features/runs/contract/runs.ts';
import { shorten } from '#platform/contract/shorten.ts';
import type { TrustCause, TrustFinding, TrustReport } from '../contract.ts';
import { describeCauses } from './circumstances.ts';
import type { Dependence } from './repeat-answer.ts';
import type { TriedSubmission } from './submissions.ts';
import type { MutantKind } from './variants/tree-mutants.ts';
import type { RewriteKind } from './variants/tree-rewrites.ts';

/** A submission that was run. */
export interface Examined {
  readonly submission: TriedSubmission;
  readonly passes: boolean;
  /** What can be seen of the run; equal for runs that differ in nothing. */
  readonly seen: string;
  /** What its learner reads about what is wrong. */
  readonly messages: readonly string[];
}

const NO_DEPENDENCE: Dependence = { found: [], tried: [], notTried: [] };
/** Checks that notice fewer mistakes than this are weak. */
const ENOUGH = 0.8;
/** Most findings of a kind that are kept: the first ones explain the others. */
const MOST_OF_KIND = 10;
/** Characters of a message that are shown. */
const SHOWN = 120;

const MISTAKES: Readonly<Record<MutantKind, string>> = {
  operator: 'another operator',
  constant: 'another value',
  dropped: 'a step left out',
  arguments: 'other arguments',
  name: 'another name',
};
const REWRITES: Readonly<Record<RewriteKind, string>> = {
  renamed: 'a local variable has another name',
  reordered: 'independent lines are in another order',
  equivalent: 'an expression is written differently',
  formatting: 'the code is formatted differently',
};

export function examined(submission: TriedSubmission, result: RunResult): Examined {
  const { output, error, images, vars } = result;
  const failed = CHECK_KINDS.flatMap((kind) => result.checks[kind].results).filter(({ pass, counts }) => !pass && counts !== false);
  const messages = failed.flatMap(({ feedback, feedback_without_answer }) => feedback_without_answer ?? feedback ?? []);
  return {
    submission,
    messages,
    passes: didPass(result),
    seen: JSON.stringify([output, error === null ? null : lastLine(error), images, vars]),
  };
}

/** Causes that learners meet: on some day, or on a busy machine. The others are the same for all of them. */
const MET_BY_LEARNERS: readonly TrustCause[] = ['date', 'load', 'together'];

/** Begins like an error of a program. */
const BARE = /^(?:Traceback\b|\w*(?:Error|Exception)\b(?::|\s*$))/;

/** What is wrong with the messages of checks: the first of each kind. */
function messageFindings(all: readonly Examined[], secrets: readonly string[]): TrustFinding[] {
  const read = all.flatMap(({ submission: { code }, messages }) => messages.map((message) => ({ code, message })));
  const bare = read.find(({ message }) => BARE.test(message));
  const telling = read.find(({ code, message }) => secrets.some((secret) => message.includes(secret) && !code.includes(secret)));
  return [
    ...(bare
      ? [finding('message-bare', `Learners read an error instead of a sentence: “${shorten(lastLine(bare.message), SHOWN)}”.`, bare.code)]
      : []),
    ...(telling ? [finding('message-tells', `A message gives the answer away: “${shorten(telling.message, SHOWN)}”.`, telling.code)] : []),
  ];
}

/**
 * The report of an examination. The answer has been run at least once.
 * @param secrets What no message to learners may contain.
 */
export function gradeChecks(
  all: readonly Examined[],
  dependence: Dependence = NO_DEPENDENCE,
  secrets: readonly string[] = [],
): TrustReport {
  const of = <R extends TriedSubmission['role']>(role: R) =>
    all.flatMap(({ submission, ...run }) =>
      submission.role === role ? [{ ...run, submission: submission as Extract<TriedSubmission, { role: R }> }] : [],
    );
  const [answers, mutants, rewrites] = [of('answer'), of('mutant'), of('rewrite')];
  const expected = answers[0]?.seen;
  const passed = answers.filter(({ passes }) => passes).length;
  const unsolved = of('unsolved').filter(({ passes, seen, submission }) => passes && !(submission.isOtherAnswer && seen === expected));
  // A mutant with the answer's own result is no mistake, unless it is in a function that this run doesn't call that way.
  const mistakes = mutants.filter(({ passes, seen, submission }) => !passes || seen !== expected || submission.isInFunction);
  const missed = mistakes.filter(({ passes }) => passes);
  const refused = rewrites.filter(({ passes }) => !passes);
  const caught = mistakes.length - missed.length;
  const causes = describeCauses(dependence.found, dependence.tried);
  const findings: TrustFinding[] = [
    ...answerFindings(answers, passed),
    ...causes.map(({ cause, text }) => ({ ...finding('flaky', text, ''), cause })),
    ...unsolved.map(({ submission: { name, code } }) => finding('passes-unsolved', `${name} passes the checks.`, code)),
    ...of('shortcut').flatMap(({ passes, submission: { name, code } }) =>
      passes ? finding('shortcut-passes', `${name} passes the checks.`, code) : [],
    ),
    ...missed.map(({ submission: { kind, code, line } }) =>
      finding('mistake-passes', `An answer with ${MISTAKES[kind]} in line ${line} passes.`, code, line),
    ),
    ...refused.map(({ submission: { kind, code, line } }) =>
      finding('rewrite-fails', `The answer fails when ${REWRITES[kind]} (line ${line}).`, code, line),
    ),
    ...messageFindings(all, secrets),
  ];
  const isBroken = passed < answers.length || unsolved.length > 0 || causes.some(({ cause }) => MET_BY_LEARNERS.includes(cause));
  const isWeak = refused.length > 0 || causes.length > 0 || caught < ENOUGH * mistakes.length;
  return {
    level: isBroken ? 'broken' : isWeak ? 'weak' : 'trusted',
    mistakes: { right: caught, all: mistakes.length },
    rewrites: { right: rewrites.length - refused.length, all: rewrites.length },
    repeats: { right: passed, all: answers.length },
    findings: [...Map.groupBy(findings, ({ kind }) => kind).values()].flatMap((kind) => kind.slice(0, MOST_OF_KIND)),
    not_tried: [...dependence.notTried],
  };
}

function answerFindings(answers: readonly { submission: { code: string } }[], passed: number): TrustFinding[] {
  const code = answers[0]?.submission.code ?? '';
  if (passed === answers.length) return [];
  if (passed === 0) return [finding('answer-fails', 'The answer does not pass its own checks.', code)];
  return [finding('flaky', `The answer passed in ${passed} of ${answers.length} runs.`, code)];
}

function finding(kind: TrustFinding['kind'], text: string, code: string, line: number | null = null): TrustFinding {
  return { kind, text, code, line, cause: null };
}

/** The last line of a traceback: the rest names lines, which a change of the code may move. */
function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
