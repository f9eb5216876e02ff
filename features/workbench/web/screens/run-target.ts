import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { CODE_TAB_TEXTS } from '#features/screens/web/code-tab-texts.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import type { ScreenEditing } from './use-screen-editing.ts';

/** Tabs without a submission: what is in them is tried on the answer. */
const TRIED_ON_ANSWER = ['format_code_run', 'inputs', 'custom', 'value_check', 'unit', 'legacy'] as const satisfies readonly CodeTabId[];
/** Tabs whose own text is run. */
export type RunnableTab = Exclude<CodeTabId, (typeof TRIED_ON_ANSWER)[number]>;

/** The tab whose text is run from an open one. */
export function runTarget(tab: CodeTabId): RunnableTab {
  return (TRIED_ON_ANSWER as readonly CodeTabId[]).includes(tab) ? 'answer' : (tab as RunnableTab);
}

/** What a run from an open tab sends: the code, and the unsaved fields. */
export function runInput({ session, scratch, readInitial }: Pick<ScreenEditing, 'session' | 'scratch' | 'readInitial'>, tab: CodeTabId) {
  const source = runTarget(tab);
  const { edits } = CODE_TAB_TEXTS[source];
  const read = () => {
    if (edits === null) return '';
    if ('scratch' in edits) return scratch.texts.read(edits.scratch);
    return edits.field === 'initial_code' ? readInitial() : (session.read(edits.field) ?? '');
  };
  return { source, code: read(), draft: { ...session.changes(), ...ranAlready(source) }, isDeploy: source === 'remote_run_code' };
}

/** What runs before every code need not run before itself. The setup code runs before the display code. */
function ranAlready(source: RunnableTab): Partial<ScreenFields> {
  if (source === 'display') return { should_run_display_code: false };
  return source === 'setup' ? { setup_code: '', should_run_display_code: false } : {};
}
