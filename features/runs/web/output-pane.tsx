import { Badge } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { type StackTab, TabStack } from '#platform/web/ui/panes/tab-stack.tsx';
import type { AnswerControls } from './answer-controls.ts';
import { CheckSign } from './check-sign.tsx';
import type { OutputSettings } from './output-settings.ts';
import { OutputTab } from './output-tab.tsx';
import { fetchResultParts, loadChecksTab, loadCustomCheckOutput, loadFilesTab, loadVariablesTab } from './result-parts.ts';
import { isRunning, type RunView } from './run-state.ts';
import { RunStatus } from './run-status.tsx';
import { VerdictSign } from './verdict.tsx';

/** The tabs of the output pane. */
export type OutputTabId = 'terminal' | 'output' | 'variables' | 'checks' | 'custom' | 'files' | 'application';

interface OutputPaneProps {
  run: RunView;
  onStop: () => void;
  answer: AnswerControls;
  settings: OutputSettings;
  /** Tabs that only some lessons have, before and after the others; null: none. */
  first: StackTab | null;
  last: StackTab | null;
  /** Actions below the custom check results; null: no custom check. */
  customActions: ReactNode;
  tab: OutputTabId;
  onTab: (tab: OutputTabId) => void;
}

/** The result of a run, and what a run of the answer can be used for. */
export function OutputPane({ run, onStop, answer, settings, first, last, customActions, tab, onTab }: OutputPaneProps) {
  const isUnderWay = isRunning(run);
  useEffect(() => {
    if (isUnderWay) fetchResultParts();
  }, [isUnderWay]);
  const count = run.result?.vars.length ?? 0;
  const custom = run.result?.checks.custom;
  const tabs: StackTab[] = [
    { id: 'output', label: 'Output', scrolls: true, content: <OutputTab run={run} answer={answer} settings={settings} /> },
    {
      id: 'variables',
      label: 'Variables',
      scrolls: true,
      badge: count > 0 && (
        <Badge size="sm" color="draft" variant="light" px="xs">
          {count}
        </Badge>
      ),
      content: <OnDemand load={loadVariablesTab} props={{ run, answer }} />,
    },
    {
      id: 'checks',
      label: 'Checks',
      scrolls: true,
      badge: <VerdictSign summary={run.isJudged ? (run.result?.check_summary ?? null) : null} />,
      content: <OnDemand load={loadChecksTab} props={{ run, settings }} />,
    },
  ];
  if (first !== null) tabs.unshift(first);
  if (customActions !== null) {
    tabs.push({
      id: 'custom',
      label: 'Custom check output',
      scrolls: true,
      badge: run.isJudged && custom?.enabled && <CheckSign state={custom.pass ? 'passed' : 'failed'} />,
      content: <OnDemand load={loadCustomCheckOutput} props={{ run, settings, actions: customActions }} />,
    });
  }
  if (settings.showsFiles) {
    tabs.push({
      id: 'files',
      label: 'Files',
      scrolls: true,
      badge: (run.result?.files.length ?? 0) > 0 && (
        <Badge size="sm" color="draft" variant="light" px="xs">
          {run.result?.files.length}
        </Badge>
      ),
      content: <OnDemand load={loadFilesTab} props={{ run }} />,
    });
  }
  if (last !== null) tabs.push(last);
  // A terminal says what its own checks found: the verdict on a run of the answer would contradict it.
  const hasOwnVerdict = tab === 'terminal' && first !== null && !isUnderWay;
  return (
    <TabStack label="Results of the run" tabs={tabs} value={tab} onChange={(next) => onTab(next as OutputTabId)}>
      {hasOwnVerdict ? null : <RunStatus run={run} onStop={onStop} />}
    </TabStack>
  );
}
