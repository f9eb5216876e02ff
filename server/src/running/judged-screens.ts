/** What the last runs of screens said about their answers, tests and checks, for preflight. */

import type { TrustFinding } from '#contract/check-trust.ts';
import { timeLimitOf } from '#contract/lessons.policy.ts';
import { findStoredScreen, type StoredLesson, type StoredScreen } from '#server/lessons/index.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { trustFingerprint } from './check-trust/examine-checks.ts';
import { findTrust, listDoubtedScreens } from './check-trust/queries.ts';
import { listFailingRows, listGateRows } from './screen-tests/queries.ts';
import { findWithFingerprints, type Fingerprints } from './runs/verdict-fingerprint.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from './screen-tests/tests-of-screen.ts';

/** One thing that the runs of a screen say. */
export type Judgement =
  | { readonly kind: 'answer-fails' }
  | { readonly kind: 'initial-passes' }
  | { readonly kind: 'rows-unsettled' }
  /** `description` may be empty. */
  | { readonly kind: 'test-fails'; readonly slug: string; readonly description: string }
  | { readonly kind: 'near-limit'; readonly seconds: number; readonly limit: number }
  /** Of an examination. `line`: of the answer, where the first submission differs from it. */
  | {
      readonly kind: 'examined';
      readonly finding: TrustFinding['kind'];
      readonly text: string;
      readonly count: number;
      readonly line: number;
    };

export interface JudgedScreen {
  readonly lesson_id: number;
  readonly screen_id: number;
  readonly uuid: string;
  readonly folder: string;
  readonly language: StoredLesson['fields']['language'];
  /** Of everything that the verdicts depend on. */
  readonly state: string;
  readonly judgements: readonly Judgement[];
}

/** An answer that takes this share of its time limit may be stopped on a busy day. */
const NEAR_LIMIT = 0.8;

/**
 * The screens of a release about which their last runs say something. What was said doesn't count once anything that it depends on has
 * changed, and screens whose code never ran are left out.
 *
 * @param lessonId Absent: all lessons of the release.
 */
export async function listJudgedScreens(handle: Handle, releaseId: number, lessonId?: number): Promise<JudgedScreen[]> {
  const tests = Map.groupBy(await listFailingRows(handle, releaseId), ({ screen_id }) => screen_id);
  const gates = new Map((await listGateRows(handle, releaseId)).map((gate) => [gate.screen_id, gate]));
  const doubted = await listDoubtedScreens(handle, releaseId);
  const lessons = new Map<number, { lesson: StoredLesson; fingerprints: Fingerprints }>();
  const judged: JudgedScreen[] = [];
  for (const id of new Set([...tests.keys(), ...gates.keys(), ...doubted])) {
    const screen = await findStoredScreen(handle, id);
    if (!screen || (lessonId !== undefined && screen.lesson_id !== lessonId)) continue;
    const found = lessons.get(screen.lesson_id) ?? (await findWithFingerprints(handle, screen.lesson_id));
    if (!found) continue;
    const { lesson, fingerprints } = found;
    lessons.set(lesson.id, found);
    const judgements = [
      ...fromGate(gates.get(id), screen, found),
      ...fromTests(tests.get(id) ?? [], screen, fingerprints),
      ...(doubted.includes(id) ? await fromExamination(handle, screen, fingerprints) : []),
    ];
    const distinct = judgements.filter(
      ({ kind }, index) => kind !== 'answer-fails' || judgements.findIndex((each) => each.kind === kind) === index,
    );
    if (distinct.length === 0) continue;
    judged.push({
      lesson_id: lesson.id,
      screen_id: id,
      uuid: screen.uuid,
      folder: screen.folder,
      language: lesson.fields.language,
      state: fingerprints(screen),
      judgements: distinct,
    });
  }
  return judged;
}

function* fromGate(
  gate: Awaited<ReturnType<typeof listGateRows>>[number] | undefined,
  screen: StoredScreen,
  { lesson: { fields }, fingerprints }: { lesson: StoredLesson; fingerprints: Fingerprints },
): Iterable<Judgement> {
  if (gate?.fingerprint !== gateFingerprint(fingerprints, screen)) return;
  if (gate.answer_passes === false) yield { kind: 'answer-fails' };
  if (gate.initial_fails === false) yield { kind: 'initial-passes' };
  if (gate.has_unsettled_rows) yield { kind: 'rows-unsettled' };
  const limit = timeLimitOf(fields);
  const seconds = (gate.answer_ms ?? 0) / 1_000;
  if (seconds >= NEAR_LIMIT * limit) yield { kind: 'near-limit', seconds: Math.round(seconds), limit };
}

function* fromTests(
  rows: readonly { slug: string | null; fingerprint: string | null }[],
  screen: StoredScreen,
  fingerprints: Fingerprints,
): Iterable<Judgement> {
  for (const row of rows) {
    const test = row.slug === null ? undefined : testsOfScreen(screen).find(({ slug }) => slug === row.slug);
    if (!test || testFingerprint(fingerprints, screen, test) !== row.fingerprint) continue;
    if (test.is_default) yield { kind: 'answer-fails' };
    else yield { kind: 'test-fails', slug: test.slug, description: test.description };
  }
}

async function fromExamination(handle: Handle, screen: StoredScreen, fingerprints: Fingerprints): Promise<Judgement[]> {
  const trust = (await findTrust(handle, new Map([[screen.id, trustFingerprint(screen, fingerprints)]]))).get(screen.id);
  if (!trust?.is_current) return [];
  return [...Map.groupBy(trust.findings, ({ kind }) => kind)].map(([finding, all]): Judgement => {
    const [first] = all;
    if (finding === 'answer-fails') return { kind: 'answer-fails' };
    return { kind: 'examined', finding, text: first?.text ?? '', count: all.length, line: first?.line ?? 1 };
  });
}
