/**
 * Judges a proposed change by what was found before and after it. Pure: whatever found it, a server or a command on a clone, the verdict is
 * the same.
 */

import type { TrustFinding, TrustReport } from '#features/check-trust/contract.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import { counted } from '#platform/contract/counted.ts';
import type { Proof, ProofFinding, ProofFindingKind } from '../contract.ts';
import type { Evidence, RunEvidence } from './evidence.ts';
import { findLeaks } from './find-leaks.ts';
import { findLoosened } from './find-loosened.ts';
import { judgeQuestions } from './judge-questions.ts';

/** What people call the questions of a screen, which are no field of it. */
export const QUESTIONS_LABEL = 'Questions';

/** Links of other sites that one proposal may add. */
export const NEW_LINKS_MAX = 20;
/** Findings of preflight that are listed. */
const LISTED = 20;

/** A proposal passes if nothing speaks against it. The facts say what was tried. */
export function judgeProposal(before: Evidence, after: Evidence): Proof {
  const findings = [
    ...judgeScreen(before, after),
    ...judgeRuns(before.runs, after),
    ...judgeLinks(after),
    ...judgePreflight(before, after),
  ];
  const kinds = new Set(findings.map(({ kind }) => kind));
  return { passes: findings.length === 0, findings, facts: factsOf(before, after, kinds) };
}

const finding = (kind: ProofFindingKind, text: string): ProofFinding => ({ kind, text });

function judgeScreen({ screen: before }: Evidence, { screen: after }: Evidence): ProofFinding[] {
  if (before === null || after === null) return [];
  const { answer_code, initial_code, initially_passing, starts_from, type } = after.fields;
  const isSolved = type === 'code' && answer_code.trim() !== '' && answer_code.trim() === initial_code.trim();
  return [
    ...findLoosened(before, after).map((text) => finding('loosened', text)),
    ...findLeaks(before, after).map((field) =>
      finding('leak', `The answer would be readable in: ${screenFieldLabel(field, after.fields.type) ?? QUESTIONS_LABEL}.`),
    ),
    ...judgeQuestions(before.questions, after.questions).map((text) => finding('question', text)),
    ...(isSolved && !initially_passing && starts_from === null ? [finding('unsolved-passes', 'The answer equals the initial code.')] : []),
  ];
}

function judgeRuns(before: RunEvidence | null, { runs: after }: Evidence): ProofFinding[] {
  if (after === null) return [];
  const failed = new Set((before?.tests ?? []).filter(({ passes }) => !passes).map(({ slug }) => slug));
  const newlyFailing = after.tests.filter(({ slug, passes }) => !passes && !failed.has(slug));
  return [
    ...(after.error === null ? [] : [finding('answer-fails', `The answer ends with an error: ${after.error}`)]),
    ...judgeTrust(before?.trust ?? null, after.trust),
    ...(after.passesStoredChecks === false ? [finding('old-checks', 'The answer fails the checks as they are stored now.')] : []),
    ...newlyFailing.map(({ name }) => finding('old-tests', `The test “${name}” no longer gives what it expects.`)),
    ...(after.reproducesOutput === false && before?.reproducesOutput !== false
      ? [finding('output', 'The answer no longer prints the recorded output.')]
      : []),
  ];
}

const ALWAYS: Readonly<Partial<Record<TrustFinding['kind'], ProofFindingKind>>> = {
  'passes-unsolved': 'unsolved-passes',
  'shortcut-passes': 'shortcut-passes',
  flaky: 'flaky',
  'message-bare': 'message',
  'message-tells': 'message',
};

/** Checks are at least as good as before. If they are new, or the stored answer fails its own, they have to be good by themselves. */
function judgeTrust(before: TrustReport | null, after: TrustReport | null): ProofFinding[] {
  if (after === null) return before === null ? [] : [finding('checks-removed', 'Nothing would check the screen any more.')];
  const answerFails = after.findings.find(({ kind }) => kind === 'answer-fails');
  if (answerFails) return [finding('answer-fails', answerFails.text)];
  const base = before?.findings.some(({ kind }) => kind === 'answer-fails') === true ? null : before;
  const known = new Set((base?.findings ?? []).map(keyOf));
  const added = after.findings.flatMap((each) => {
    const as = ALWAYS[each.kind];
    return as === undefined || known.has(keyOf(each)) ? [] : [finding(as, each.text)];
  });
  return [...added, ...judgeShares(base, after)];
}

/** The text of a flaky answer has numbers that differ from one examination to the next: it is known by its cause. */
function keyOf({ kind, text, cause }: TrustFinding): string {
  return kind === 'flaky' ? `${kind} ${cause ?? 'luck'}` : `${kind} ${text}`;
}

function judgeShares(before: TrustReport | null, after: TrustReport): ProofFinding[] {
  const { mistakes, rewrites } = after;
  const said = (counts: TrustReport['mistakes']) => `${counts.right} of ${counts.all}`;
  if (before === null) {
    if (mistakes.all === 0)
      return [finding('mistakes-pass', 'No mistake could be tried, so nothing shows that the new checks notice one.')];
    if (after.level === 'trusted') return [];
    return [
      ...(mistakes.right < mistakes.all ? [finding('mistakes-pass', `The checks notice only ${said(mistakes)} mistakes.`)] : []),
      ...(rewrites.right < rewrites.all ? [finding('rewrites-fail', `The checks accept only ${said(rewrites)} right rewrites.`)] : []),
    ];
  }
  return [
    ...(isWorse(before.mistakes, mistakes)
      ? [finding('mistakes-pass', `The checks notice ${said(mistakes)} mistakes, and ${said(before.mistakes)} before.`)]
      : []),
    ...(isWorse(before.rewrites, rewrites)
      ? [finding('rewrites-fail', `The checks accept ${said(rewrites)} right rewrites, and ${said(before.rewrites)} before.`)]
      : []),
  ];
}

/** A smaller share, or none that could be tried. */
function isWorse(before: TrustReport['mistakes'], after: TrustReport['mistakes']): boolean {
  return before.right * after.all > after.right * before.all || (before.all > 0 && after.all === 0);
}

function judgeLinks({ newLinks }: Evidence): ProofFinding[] {
  if (newLinks.length <= NEW_LINKS_MAX) return [];
  return [finding('link', `A proposal can add at most ${NEW_LINKS_MAX} links. This one adds ${newLinks.length}; send several proposals.`)];
}

/** A finding whose place has changed is no new one: an edit elsewhere in a text doesn't answer for a link that was unreachable before. */
function judgePreflight(before: Evidence, after: Evidence): ProofFinding[] {
  const known = new Set(before.preflight.map(({ fingerprint }) => fingerprint));
  const still = new Set(after.preflight.map(({ fingerprint }) => fingerprint));
  const gone = Map.groupBy(
    before.preflight.filter(({ fingerprint }) => !still.has(fingerprint)),
    saidBy,
  );
  const added = after.preflight.filter((each) => !known.has(each.fingerprint) && gone.get(saidBy(each))?.pop() === undefined);
  return added.slice(0, LISTED).map(({ rule, message }) => finding(rule.startsWith('link-') ? 'link' : 'preflight', message));
}

const saidBy = ({ rule, message }: Evidence['preflight'][number]): string => `${rule} ${message}`;

function factsOf(before: Evidence, after: Evidence, found: ReadonlySet<ProofFindingKind>): string[] {
  return [
    ...runFacts(before, after),
    ...(after.screen?.fields.type === 'code' && !found.has('leak')
      ? ['No changed text that learners read shows a line of the answer.']
      : []),
    ...(found.has('preflight') || found.has('link') ? [] : ['Preflight found nothing new.']),
    ...linkFacts(after),
  ];
}

function runFacts(before: Evidence, { runs, screen }: Evidence): string[] {
  if (screen === null) return ['Only texts of the lesson change, so no code ran.'];
  if (screen.fields.type !== 'code') return ['This screen has no code: only preflight and its links were checked.'];
  if (runs === null) return ['Only texts change, so no code ran.'];
  const { trust, tests, passesStoredChecks, reproducesOutput } = runs;
  const old = before.runs?.trust ?? null;
  const was = (counts: TrustReport['mistakes'] | undefined) => (counts ? ` (before: ${counts.right} of ${counts.all})` : '');
  const isShown = (counts: TrustReport['mistakes']) => counts.all > 0;
  return [
    ...(trust === null
      ? ['Nothing checks this screen, so only the answer ran.']
      : [
          `The answer passed its checks in ${trust.repeats.right} of ${counted(trust.repeats.all, 'run')}.`,
          ...(isShown(trust.mistakes)
            ? [`The checks noticed ${trust.mistakes.right} of ${trust.mistakes.all} mistakes${was(old?.mistakes)}.`]
            : []),
          ...(isShown(trust.rewrites)
            ? [`The checks accepted ${trust.rewrites.right} of ${trust.rewrites.all} right rewrites${was(old?.rewrites)}.`]
            : []),
          ...trust.not_tried,
        ]),
    ...(passesStoredChecks === true ? ['The answer also passed the checks as they were stored.'] : []),
    ...(tests.length > 0
      ? [`${tests.filter(({ passes }) => passes).length} of ${counted(tests.length, 'stored test')} gave what it expects.`]
      : []),
    ...(reproducesOutput === true ? ['The answer printed the recorded output.'] : []),
  ];
}

function linkFacts({ newLinks, areLinksRequested }: Evidence): string[] {
  if (newLinks.length === 0) return [];
  const links = counted(newLinks.length, 'new link');
  return [areLinksRequested ? `${links} requested.` : `${links} not requested: the settings of this installation turn it off.`];
}
