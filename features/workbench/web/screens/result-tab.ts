import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import type { ScreenSearch } from '#features/screens/web/screen-search.ts';

type ResultTab = NonNullable<ScreenSearch['result']>;

/** Whether a run from this tab is there for what its check says. */
export function isForChecks(tab: CodeTabId): boolean {
  return tab === 'custom' || tab === 'test_custom' || tab === 'test_cli' || tab === 'unit' || tab === 'legacy';
}

/** The result tab that a run from an open code tab opens. */
export function resultTab(tab: CodeTabId, withChecks: boolean, open: ResultTab): ResultTab {
  if (tab === 'remote_run_code') return 'application';
  if (isForChecks(tab)) return tab === 'unit' || tab === 'legacy' ? 'checks' : 'custom';
  if (withChecks) return 'checks';
  // An open variables tab stays open.
  return open === 'variables' ? 'variables' : 'output';
}
