import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import type { ListedScreen, ScreenFields } from '#features/screens/contract/screens.ts';
import { counted } from '#platform/contract/counted.ts';

/** The options that are on or off. */
export const FLAGS = {
  should_run_display_code: 'Learners’ code can use the names of the display code. Otherwise it is only shown.',
  run_and_deploy: 'Running this screen starts an application, such as a web page or an API. Its script is in the tab Remote run code.',
  remote_run_only: 'Learners can only run and deploy; there is no plain run on this screen.',
  error_okay: 'Code that ends with an error can still pass: an error by itself doesn’t fail the screen.',
  dynamic_answer: 'The answer runs again with each submission, for results that change, such as random numbers or today’s date.',
  is_experimental: 'Check results are shown, but never block the learner.',
  initially_passing: 'Preflight and tests don’t warn when the initial code passes the checks as it is.',
} as const;

export type Flag = keyof typeof FLAGS;

/** What is set in the options of a code screen. */
export type OptionId = Flag | 'runs_after' | 'starts_from' | 'check_output' | 'solution_after';

/** What the options of a screen are read from. */
export interface OptionsState {
  readonly fields: Pick<ScreenFields, Exclude<OptionId, 'run_and_deploy' | 'check_output'>>;
  /** It has a script of Run and Deploy, empty or not. */
  readonly hasRemoteRun: boolean;
  readonly hasDisplayCode: boolean;
  readonly checksOutput: boolean;
  /** Of the lesson, for the name of the one that this one starts from; null: not loaded yet. */
  readonly screens: readonly Pick<ListedScreen, 'uuid' | 'sequence' | 'title'>[] | null;
}

export function optionLabel(id: OptionId): string {
  return id === 'run_and_deploy' ? 'Run and Deploy' : SCREEN_FIELD_LABELS[id];
}

/** The options that differ from those of a new code screen, in the order of the panel, as a few words each. */
export function optionsOn({ fields, hasRemoteRun, hasDisplayCode, checksOutput, screens }: OptionsState): { id: OptionId; text: string }[] {
  const { runs_after, starts_from, solution_after } = fields;
  const runsAfter = runsAfterText(runs_after);
  const on: [OptionId, boolean | string | null][] = [
    ['runs_after', runsAfter === NOTHING ? null : runsAfter],
    ['starts_from', starts_from === null ? null : startName(starts_from, screens)],
    ['should_run_display_code', hasDisplayCode && fields.should_run_display_code],
    ['run_and_deploy', hasRemoteRun],
    // Without a script there is nothing that it could keep learners to.
    ['remote_run_only', hasRemoteRun && fields.remote_run_only],
    ['check_output', checksOutput],
    ['error_okay', fields.error_okay],
    ['dynamic_answer', fields.dynamic_answer],
    ['is_experimental', fields.is_experimental],
    ['initially_passing', fields.initially_passing],
    ['solution_after', solution_after === null ? null : counted(solution_after, 'try', 'tries')],
  ];
  return on.flatMap(([id, value]) => {
    if (value === null || value === false) return [];
    return [{ id, text: value === true ? optionLabel(id) : `${optionLabel(id)}: ${value}` }];
  });
}

const NOTHING = 'nothing';

export function runsAfterText(runsAfter: ScreenFields['runs_after']): string {
  if (runsAfter === 'all') return 'all earlier code screens';
  return runsAfter === null || runsAfter.length === 0 ? NOTHING : counted(runsAfter.length, 'screen');
}

/** What a screen is called in a list of earlier screens. */
export function screenName({ sequence, title }: Pick<ListedScreen, 'sequence' | 'title'>): string {
  return `screen ${sequence}${title.trim() === '' ? '' : `: ${title.trim()}`}`;
}

function startName(uuid: string, screens: OptionsState['screens']): string {
  const found = screens?.find((each) => each.uuid === uuid);
  if (found) return `screen ${found.sequence}`;
  return screens === null ? 'an earlier screen' : 'a deleted screen';
}
