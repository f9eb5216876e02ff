import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { api } from '#platform/web/api.ts';
import { finishedRun } from '../finished-run.ts';

/** The screen that a check is tried on. */
export interface CheckedScreen {
  readonly lessonId: number;
  readonly screenId: number;
  readonly isPython: boolean;
  /** The codes of the screen as they are now, and its unsaved fields. */
  readonly read: () => Pick<ScreenFields, 'initial_code' | 'answer_code'> & { draft: Partial<ScreenFields> };
}

/** A submission that should fail. */
export interface WrongSubmission {
  readonly label: string;
  readonly code: string;
}

/** What learners read after a wrong submission. */
export interface LearnerText {
  readonly label: string;
  readonly text: string;
}

/** The checkers whose first argument names a variable with a value. */
const OF_VALUES = /^(?:variable_(?:value|type|length)|dataframe_(?:columns|shape|value))\("([A-Za-z_]\w*)"/;

/** Submissions that a check should fail: the starter code, the answer with a wrong value, and none. */
export function wrongSubmissions(
  call: string,
  codes: Pick<ScreenFields, 'initial_code' | 'answer_code'>,
  isPython: boolean,
): WrongSubmission[] {
  const name = isPython ? OF_VALUES.exec(call)?.[1] : undefined;
  return [
    { label: 'Starter code', code: codes.initial_code },
    ...(name === undefined ? [] : [{ label: 'Wrong value', code: `${codes.answer_code}\n${name} = ${wrongValue(name)}\n` }]),
    { label: 'Nothing written', code: '' },
  ];
}

/** Another value of the same type, whichever that is. */
function wrongValue(name: string): string {
  const numberOrItems = `${name} + 1 if isinstance(${name}, (int, float, complex)) else ${name} + "?" if isinstance(${name}, str) else ${name}[:-1]`;
  return `(not ${name} if isinstance(${name}, bool) else ${numberOrItems})`;
}

/**
 * Runs a check against wrong submissions in the sandbox, and returns each text once. Empty: all of them pass the check.
 *
 * @throws ApiError if a run can't be started; Error with the message of a mistake in the check
 */
export async function tryCheck(screen: CheckedScreen, call: string, signal: AbortSignal): Promise<LearnerText[]> {
  const { draft, ...codes } = screen.read();
  const texts = new Map<string, LearnerText>();
  for (const { label, code } of wrongSubmissions(call, codes, screen.isPython)) {
    const body = { lesson_id: screen.lessonId, screen_id: screen.screenId, code, draft: { ...draft, custom_check_code: call } };
    const result = await finishedRun(screen.screenId, await api.runCode({ body }, { signal }), signal);
    const { enabled, results } = result.checks.custom;
    if (!enabled) throw new Error('Custom checking is off for this lesson.');
    if (result.check_error !== null) throw new Error(`The check has a mistake: ${result.check_error.message}`);
    const failed = results.find((each) => !each.pass && each.counts !== false);
    if (failed?.feedback && !texts.has(failed.feedback)) texts.set(failed.feedback, { label, text: failed.feedback });
  }
  return [...texts.values()];
}
