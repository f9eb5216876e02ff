import { CODE_TAB_TEXTS } from '#features/screens/web/code-tab-texts.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import { type LongField, SECTIONS } from '#features/screens/web/screen-fields.ts';

interface Written {
  /** The texts that have something in them. */
  filled: readonly LongField[];
  check_val: string | null;
  questions: number;
}

/** The code tab that a screen opens with: the first one with something in it, or else the first one. */
export function firstCodeTab(tabs: readonly CodeTabId[], { filled, check_val }: Pick<Written, 'filled' | 'check_val'>): CodeTabId {
  const holds = (id: CodeTabId) => {
    const { edits } = CODE_TAB_TEXTS[id];
    if (edits === null) return (check_val ?? '') !== '';
    return 'field' in edits && filled.includes(edits.field);
  };
  return tabs.find(holds) ?? tabs[0] ?? 'initial';
}

/** The section that a screen opens with. */
export function firstSection({ filled, questions }: Pick<Written, 'filled' | 'questions'>): string {
  return SECTIONS.find((field) => filled.includes(field)) ?? (questions > 0 ? 'questions' : 'body_markdown');
}
