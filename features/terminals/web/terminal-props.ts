import type { ScreenFields } from '#features/screens/contract/screens.ts';

/** Unsaved fields of the screen that its terminal and checks depend on. */
export type TerminalDraft = Partial<
  Pick<
    ScreenFields,
    | 'setup_code'
    | 'runs_after'
    | 'check_val'
    | 'check_scope'
    | 'custom_check_code'
    | 'unit_test_code'
    | 'unit_test_framework'
    | 'unit_test_module'
  >
>;

export interface TerminalPaneProps {
  lessonId: number;
  screenId: number;
  /** Called when the terminal starts and when it is checked. */
  readDraft: () => TerminalDraft;
  /** The screen is read-only: use what is saved instead of the draft. */
  isReadOnly: boolean;
}
