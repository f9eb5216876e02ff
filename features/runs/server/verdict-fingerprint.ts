/** What the verdict on a submission depends on, as one hash: a stored verdict counts only while it has the hash of today. */

import { textsWith, type ScreenTextField } from '#features/screens/contract/screen-texts.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { startCode, type StartScreen } from '#features/screens/rules/start-code.ts';
import type { StoredScreen } from '#features/screens/server/index.ts';
import { contentHash } from '#platform/content/content-hash.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { buildOf, listBuilds } from './interpreter-builds.ts';
import { contextOf, readInputsOfLessons, readLessonInputs, setupScriptOf, type LessonInputs, type RunContext } from './run-context.ts';
import { requestedChecks, runRequest } from './run-request.ts';

/** Raise it when submissions are judged by other rules, so that earlier verdicts say nothing. */
const RULES = 1;

/**
 * Whether a field that is no text has a part in the verdict. What runs before the code is in the request to the runner; what learners begin
 * with and `initially_passing` are part of the verdicts on the initial code only, which add them.
 */
const SETTINGS: Readonly<Record<Exclude<keyof ScreenFields, ScreenTextField>, boolean>> = {
  type: true,
  should_run_display_code: true,
  unit_test_framework: true,
  unit_test_module: true,
  unit_test_shows: false,
  remote_run_only: false,
  is_experimental: true,
  error_okay: true,
  dynamic_answer: true,
  check_output: true,
  check_scope: true,
  initially_passing: false,
  runs_after: true,
  starts_from: false,
  solution_after: false,
};
const JUDGES: ReadonlySet<string> = new Set([
  ...textsWith({ judges: 'submissions' }),
  ...Object.entries(SETTINGS).flatMap(([name, judges]) => (judges ? [name] : [])),
]);

type JudgedScreen = Pick<StoredScreen, 'uuid' | 'folder' | 'fields' | 'attached'>;

/**
 * The fingerprints of verdicts on a lesson's screens: a hash and, if it is known, what exactly runs the code. Compare them with
 * {@link isCurrent}. `about`: what else a verdict depends on, such as the code of a test.
 */
export interface Fingerprints {
  (screen: JudgedScreen, about?: unknown): string;
  /** The code that learners begin with on a screen, without a file that they edit: that is one of the files. */
  readonly startOf: (screen: StartScreen) => string;
}

/** Reads what the verdicts on a lesson's screens depend on, as it is now. */
export async function readFingerprints(handle: Handle, lesson: LessonInputs['lesson']): Promise<Fingerprints> {
  return fingerprintsOf(await readLessonInputs(handle, lesson), buildOf(await listBuilds(handle), lesson.fields));
}

/**
 * {@link readFingerprints} of many lessons by their ids, with as many queries as for one.
 *
 * @param screens Those of these lessons, in order.
 */
export async function readFingerprintsOfLessons(
  handle: Handle,
  lessons: readonly LessonInputs['lesson'][],
  screens: readonly StoredScreen[],
): Promise<Map<number, Fingerprints>> {
  const inputs = await readInputsOfLessons(handle, lessons, screens);
  const builds = await listBuilds(handle);
  return new Map(inputs.map((each) => [each.lesson.id, fingerprintsOf(each, buildOf(builds, each.lesson.fields))]));
}

/**
 * Whether a verdict that was stored with a fingerprint says something now.
 *
 * @param stored Null: it was stored by an earlier version. One without a build is from before the first runner reported it.
 */
export function isCurrent(stored: string | null, now: string): boolean {
  const [before, after] = [partsOf(stored ?? ''), partsOf(now)];
  return before.hash === after.hash && (before.build === null || after.build === null || before.build === after.build);
}

/** The hash of a fingerprint: of what authors write. */
export function hashIn(fingerprint: string): string {
  return partsOf(fingerprint).hash;
}

function partsOf(fingerprint: string): { hash: string; build: string | null } {
  const [hash = '', build = null] = fingerprint.split(' ');
  return { hash, build };
}

/** The fingerprints of verdicts on a lesson with these inputs. `build`: of what runs its code; null: unknown. */
export function fingerprintsOf(inputs: LessonInputs, build: string | null): Fingerprints {
  return Object.assign(hashesOf(inputs, build), { startOf: (screen: StartScreen) => startCode(inputs.screens, screen) });
}

function hashesOf(inputs: LessonInputs, build: string | null): (screen: JudgedScreen, about?: unknown) => string {
  const { language } = inputs.lesson.fields;
  if (language === null) return (_screen, about = null) => contentHash({ language, about });
  const lesson = { ...inputs.lesson, fields: { ...inputs.lesson.fields, language } };
  // A dataset may have thousands of files: they are hashed once for all screens.
  const datasetFiles = [{ name: '', sha256: contentHash(inputs.datasetFiles) }];
  return (screen, about = null) => {
    const setup = setupScriptOf(inputs, screen)?.sha256 ?? null;
    const hash = verdictHash(contextOf({ ...inputs, lesson, datasetFiles }, screen, setup), about);
    return build === null ? hash : `${hash} ${build}`;
  };
}

/** The request to the runner has all that a run depends on, so nothing that is added to it can be forgotten here. */
function verdictHash(context: RunContext, about: unknown): string {
  const { lesson, fields, screen, environment } = context;
  const checks = requestedChecks(lesson, fields);
  const request = runRequest({ id: '', user_id: 0 }, { context, code: '', session: null, isApplication: false }, checks);
  return contentHash({
    rules: RULES,
    // The input counts once there is one: verdicts from before it could be given stay as they are.
    request: { ...withoutEmpty(request, 'input'), environment: environment?.key ?? null, files: context.files, edited: context.edited },
    screen: Object.fromEntries(Object.entries(withoutEmpty(withoutEmpty(fields, 'inputs'), 'values')).filter(([name]) => JUDGES.has(name))),
    answer: [screen.attached.answer_output, screen.attached.answer_variables],
    about,
  });
}

function withoutEmpty<K extends string, T extends Record<K, string>>(record: T, key: K): Omit<T, K> | T {
  if (record[key] !== '') return record;
  const { [key]: _empty, ...others } = record;
  return others;
}
