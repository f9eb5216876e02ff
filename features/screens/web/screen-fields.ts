import type { EditSession } from '#platform/web/ui/editing/edit-session.ts';
import { SCREEN_FIELD_LABELS } from '../contract/screen-labels.ts';
import { FILE_TEXTS, type FileText, MARKDOWN_TEXTS } from '../contract/screen-texts.ts';
import type { ScreenFields } from '../contract/screens.ts';

export type ScreenField = keyof ScreenFields;

/** By name, in their order; the schema itself would bring all of zod to the page. */
export const SCREEN_FIELDS = Object.keys(SCREEN_FIELD_LABELS) as ScreenField[];

/** Texts that editors hold: typing in one renders nothing. */
export const LONG_FIELDS = FILE_TEXTS;
export type LongField = FileText;
/** The texts in Markdown, in the order of their tabs. */
export const SECTIONS = MARKDOWN_TEXTS;
export type ShortFields = Omit<ScreenFields, LongField>;

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
