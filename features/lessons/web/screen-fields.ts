import { SCREEN_FIELD_LABELS } from '../contract/screen-labels.ts';
import type { ScreenFields } from '../contract/screens.ts';
import type { EditSession } from '#platform/web/ui/editing/edit-session.ts';

export type ScreenField = keyof ScreenFields;

/** By name, in their order; the schema itself would bring all of zod to the page. */
export const SCREEN_FIELDS = Object.keys(SCREEN_FIELD_LABELS) as ScreenField[];

/** Texts that editors hold: typing in one renders nothing. */
export const LONG_FIELDS = [
  'body_markdown',
  'instructions_markdown',
  'hint_markdown',
  'chat_prompt',
  'setup_code',
  'initial_code',
  'display_code',
  'answer_code',
  'custom_check_code',
  'legacy_check_code',
  'unit_test_code',
  'format_code_run',
  'remote_run_code',
] as const satisfies readonly ScreenField[];
export type LongField = (typeof LONG_FIELDS)[number];
/** The texts that learners read, in the order of their tabs. */
export const SECTIONS = ['body_markdown', 'instructions_markdown', 'hint_markdown', 'chat_prompt'] as const satisfies readonly LongField[];
export type ShortFields = Omit<ScreenFields, LongField>;
export type ShortField = keyof ShortFields;

export type ScreenSession = EditSession<ScreenFields, ShortFields>;

/** The switch Run and Deploy of a screen: a screen that has it has a script for it, empty or not. */
export class RemoteRunSwitch {
  /** The script when it was last switched off: switching it on again brings it back. */
  #switchedOff: string | null = null;

  /**
   * Off removes the script. On restores the one that it was switched off with, or else the one that is saved, or else `standard`.
   */
  toggle(session: ScreenSession, isOn: boolean, standard: string): void {
    if (!isOn) this.#switchedOff = session.read('remote_run_code');
    const script = this.#switchedOff ?? session.state().base.remote_run_code ?? standard;
    session.put({ remote_run_code: isOn ? script : null });
  }
}
