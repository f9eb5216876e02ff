import { CODE_TAB_TEXTS } from './code-tab-texts.ts';
import type { CodeTabId } from './code-tabs.ts';
import { LONG_FIELDS, type LongField } from './screen-fields.ts';

/** The tab in which a text of a screen is edited. */
type FieldTab = { field: LongField; pane: 'content' } | { field: LongField; pane: 'code'; tab: CodeTabId };

/** Where a field is edited; null: it has no editor. */
export function fieldTab(name: string): FieldTab | null {
  const field = LONG_FIELDS.find((each) => each === name);
  if (field === undefined) return null;
  const tab = (Object.keys(CODE_TAB_TEXTS) as CodeTabId[]).find((id) => {
    const { edits } = CODE_TAB_TEXTS[id];
    return edits !== null && 'field' in edits && edits.field === field;
  });
  return tab === undefined ? { field, pane: 'content' } : { field, pane: 'code', tab };
}
