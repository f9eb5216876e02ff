import type { ScreenFields } from '#contract/screens.ts';

/** Unsaved fields of the screen that its terminal and its checks depend on. */
export type TerminalDraft = Partial<Pick<ScreenFields, 'setup_code' | 'check_val' | 'check_scope' | 'custom_check_code'>>;

export interface TerminalPaneProps {
  lessonId: number;
  screenId: number;
  /** Asked for when the terminal starts and when it is checked. */
  readDraft: () => TerminalDraft;
  /** The screen cannot be changed: what is saved counts, and no draft. */
  isReadOnly: boolean;
}
