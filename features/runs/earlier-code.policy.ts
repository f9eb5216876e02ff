import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { isTerminal, type Language } from '#platform/contract/languages.ts';

type CodeFields = Pick<
  ScreenFields,
  | 'type'
  | 'runs_after'
  | 'remote_run_code'
  | 'remote_run_only'
  | 'setup_code'
  | 'display_code'
  | 'should_run_display_code'
  | 'answer_code'
  | 'error_okay'
>;

/** A screen as far as its code can run before that of others. */
export interface EarlierScreen {
  readonly uuid: string;
  readonly fields: CodeFields;
}

/** Code of an earlier screen that runs before the code of another one. */
export interface EarlierCode {
  readonly uuid: string;
  /** The number of its screen in the lesson, from 1. */
  readonly number: number;
  readonly code: string;
  /** Its screen has Error Okay: an error isn't reported. */
  readonly may_fail: boolean;
  /** It prepares a terminal screen, as setup and display code do there: it runs as a separate script, so only its files remain. */
  readonly is_setup: boolean;
}

/** Which screens run before this one, as it says itself and as those say that it names; a screen never runs before itself. */
function numbersBefore(screens: readonly EarlierScreen[], uuid: string, runsAfter: ScreenFields['runs_after']): number[] {
  const indexes = new Map(screens.map((screen, index) => [screen.uuid, index]));
  const wanted = new Set<number>();
  const own = indexes.get(uuid) ?? screens.length;
  // Grows while it is read.
  const open = [{ index: own, after: runsAfter }];
  const take = (index: number) => {
    if (wanted.has(index) || screens[index]?.uuid === uuid) return;
    wanted.add(index);
    open.push({ index, after: screens[index]?.fields.runs_after ?? null });
  };
  // All screens before this one are taken: where all screens run after all others, each is looked at once.
  let taken = 0;
  for (const { index, after } of open) {
    if (after === 'all') while (taken < index) take(taken++);
    else for (const named of (after ?? []).flatMap((each) => indexes.get(each) ?? [])) take(named);
  }
  return [...wanted].sort((one, other) => one - other);
}

/**
 * The code that runs silently before the code of a screen, in the order of the lesson: the answers of earlier code screens, as
 * learners have completed them, each after what runs before it on its own screen: its setup code, and its display code if that runs.
 * Screens that only run as an application are left out.
 *
 * @param screens All screens of the lesson, in order.
 * @param screen Its fields may be unsaved.
 */
export function earlierCode(
  language: Language | null,
  screens: readonly EarlierScreen[],
  { uuid, fields }: { readonly uuid: string; readonly fields: Pick<ScreenFields, 'runs_after'> },
): EarlierCode[] {
  if (language === null || fields.runs_after === null) return [];
  return numbersBefore(screens, uuid, fields.runs_after).flatMap((index) => {
    const screen = screens[index];
    if (!screen || screen.fields.type !== 'code') return [];
    if (screen.fields.remote_run_only && screen.fields.remote_run_code !== null) return [];
    const { setup_code, display_code, should_run_display_code, answer_code, error_okay } = screen.fields;
    const is_setup = isTerminal(language);
    const texts = [
      { code: setup_code, is_setup },
      { code: should_run_display_code ? display_code : '', is_setup },
      { code: answer_code, is_setup: false },
    ];
    return texts
      .filter(({ code }) => code.trim() !== '')
      .map((text) => ({ uuid: screen.uuid, number: index + 1, may_fail: error_okay, ...text }));
  });
}

const NAME = /^screen (\d{1,6})$/;

/** What runs call the code of an earlier screen, in tracebacks and `earlier_errors`. */
export function earlierName({ number }: Pick<EarlierCode, 'number'>): string {
  return `screen ${number}`;
}

/** The number of the screen that a name means; null: none. */
export function earlierNumber(name: string): number | null {
  const number = NAME.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}

/** The chosen screens that the lesson doesn't have any more. */
export function missingScreens(runsAfter: ScreenFields['runs_after'], screens: readonly { readonly uuid: string }[]): string[] {
  if (runsAfter === null || runsAfter === 'all') return [];
  const known = new Set(screens.map(({ uuid }) => uuid));
  return runsAfter.filter((uuid) => !known.has(uuid));
}
