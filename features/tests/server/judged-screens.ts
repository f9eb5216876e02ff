/** What the last runs of screens said about their answers, tests and checks, for preflight. */

import type { CheckTrust, TrustFinding } from '#features/check-trust/contract.ts';
import { trustFingerprint, findTrust, listDoubtedScreens } from '#features/check-trust/server/index.ts';
import { findLessons, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { timeLimitOf } from '#features/lessons/lessons.policy.ts';
import { hashIn, isCurrent, readFingerprintsOfLessons, type Fingerprints } from '#features/runs/server/index.ts';
import { listStoredScreens, type StoredScreen } from '#features/screens/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import type { Findings } from './judge-screen.ts';
import { listFailingRows, listGateRows } from './queries.ts';
import { gateFingerprint, testFingerprint, testsOfScreen } from './tests-of-screen.ts';

/** One thing that the runs of a screen say. */
export type ScreenWarning =
  /** `why`: of a run of just now. */
  | { readonly kind: 'answer-fails'; readonly why?: string }
  | { readonly kind: 'initial-passes' }
  | { readonly kind: 'rows-unsettled' }
  /** `description` may be empty. */
  | { readonly kind: 'test-fails'; readonly slug: string; readonly description: string; readonly why?: string }
  | { readonly kind: 'near-limit'; readonly seconds: number; readonly limit: number }
  /** Result of an examination. `line`: where the first submission differs from the answer, as a line of the answer. */
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
  /** Hash of everything that authors write and the verdicts depend on: an accepted finding stays accepted with another interpreter. */
  readonly state: string;
  readonly judgements: readonly ScreenWarning[];
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
  const rows = await listRows(handle, releaseId, lessonId);
  const tests = Map.groupBy(rows.tests, ({ screen_id }) => screen_id);
  const gates = new Map(rows.gates.map((gate) => [gate.screen_id, gate]));
  const screens = await readRunScreens(handle, [...rows.tests, ...rows.gates, ...rows.doubted]);
  const doubted = new Set(rows.doubted.map(({ screen_id }) => screen_id));
  const examined = screens.filter(({ screen }) => doubted.has(screen.id));
  const trust = await findTrust(
    handle,
    new Map(examined.map(({ screen, fingerprints }) => [screen.id, trustFingerprint(screen, fingerprints)])),
  );
  return screens.flatMap((each): JudgedScreen[] => {
    const { screen, lesson, fingerprints } = each;
    const judgements = [
      ...fromGate(gates.get(screen.id), each),
      ...fromTests(tests.get(screen.id) ?? [], each),
      ...fromExamination(trust.get(screen.id)),
    ];
    const distinct = judgements.filter(
      ({ kind }, index) => kind !== 'answer-fails' || judgements.findIndex((other) => other.kind === kind) === index,
    );
    if (distinct.length === 0) return [];
    const { id: screen_id, uuid, folder } = screen;
    const { language } = lesson.fields;
    return [{ lesson_id: lesson.id, screen_id, uuid, folder, language, state: hashIn(fingerprints(screen)), judgements: distinct }];
  });
}

/** What the last runs said, of whatever state of their screens. */
async function listRows(handle: Handle, releaseId: number, lessonId: number | undefined) {
  const isWanted = ({ lesson_id }: { lesson_id: number }) => lessonId === undefined || lesson_id === lessonId;
  return {
    tests: (await listFailingRows(handle, releaseId)).filter(isWanted),
    gates: (await listGateRows(handle, releaseId)).filter(isWanted),
    doubted: (await listDoubtedScreens(handle, releaseId)).filter(isWanted),
  };
}

/** A screen about which a run says something. */
interface RunScreen {
  readonly screen: StoredScreen;
  readonly lesson: StoredLesson;
  readonly fingerprints: Fingerprints;
}

/** The screens of these rows. Their number doesn't matter for the number of queries. */
async function readRunScreens(
  handle: Handle,
  rows: readonly { readonly lesson_id: number; readonly screen_id: number }[],
): Promise<RunScreen[]> {
  const wanted = new Set(rows.map(({ screen_id }) => screen_id));
  const lessons = await findLessons(handle, [...new Set(rows.map(({ lesson_id }) => lesson_id))]);
  const screens = await listStoredScreens(
    handle,
    lessons.map(({ id }) => id),
  );
  const fingerprints = await readFingerprintsOfLessons(handle, lessons, screens);
  const byId = new Map(lessons.map((lesson) => [lesson.id, lesson]));
  return screens.flatMap((screen) => {
    const [lesson, own] = [byId.get(screen.lesson_id), fingerprints.get(screen.lesson_id)];
    return lesson && own && wanted.has(screen.id) ? [{ screen, lesson, fingerprints: own }] : [];
  });
}

function* fromGate(
  gate: Awaited<ReturnType<typeof listGateRows>>[number] | undefined,
  { screen, lesson: { fields }, fingerprints }: RunScreen,
): Iterable<ScreenWarning> {
  if (!gate || !isCurrent(gate.fingerprint, gateFingerprint(fingerprints, screen))) return;
  if (gate.answer_passes === false) yield { kind: 'answer-fails' };
  yield* besidesFailure(gate, fields);
}

/** What the runs of a screen say besides that its answer fails. */
export function* besidesFailure(
  found: Pick<Findings, 'initial_fails' | 'has_unsettled_rows' | 'answer_ms'>,
  lesson: LessonFields,
): Iterable<ScreenWarning> {
  if (found.initial_fails === false) yield { kind: 'initial-passes' };
  if (found.has_unsettled_rows) yield { kind: 'rows-unsettled' };
  const limit = timeLimitOf(lesson);
  const seconds = (found.answer_ms ?? 0) / 1_000;
  if (seconds >= NEAR_LIMIT * limit) yield { kind: 'near-limit', seconds: Math.round(seconds), limit };
}

function* fromTests(
  rows: readonly { slug: string | null; fingerprint: string | null }[],
  { screen, fingerprints }: RunScreen,
): Iterable<ScreenWarning> {
  for (const row of rows) {
    const test = row.slug === null ? undefined : testsOfScreen(screen).find(({ slug }) => slug === row.slug);
    if (!test || !isCurrent(row.fingerprint, testFingerprint(fingerprints, screen, test))) continue;
    if (test.is_default) yield { kind: 'answer-fails' };
    else yield { kind: 'test-fails', slug: test.slug, description: test.description };
  }
}

function fromExamination(trust: CheckTrust | undefined): ScreenWarning[] {
  return trust?.is_current ? fromTrust(trust) : [];
}

/** What an examination says about the checks of a screen. */
export function fromTrust(trust: Pick<CheckTrust, 'findings'>): ScreenWarning[] {
  return [...Map.groupBy(trust.findings, ({ kind }) => kind)].map(([finding, all]): ScreenWarning => {
    const [first] = all;
    if (finding === 'answer-fails') return { kind: 'answer-fails' };
    return { kind: 'examined', finding, text: first?.text ?? '', count: all.length, line: first?.line ?? 1 };
  });
}
