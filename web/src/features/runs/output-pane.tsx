import { Badge } from '@mantine/core';
import { type StackTab, TabStack } from '#web/ui/panes/tab-stack.tsx';
import type { AnswerControls } from './answer-controls.ts';
import { ChecksTab } from './checks-tab.tsx';
import { OutputTab } from './output-tab.tsx';
import type { RunView } from './run-state.ts';
import { RunStatus } from './run-status.tsx';
import { VariablesTab } from './variables-tab.tsx';
import { VerdictSign } from './verdict.tsx';

/** The parts of the output pane. */
export type OutputTabId = 'output' | 'variables' | 'checks';

interface OutputPaneProps {
  run: RunView;
  onStop: () => void;
  answer: AnswerControls;
  /** Seconds that a run of this lesson may take. */
  timeLimit: number;
  tab: OutputTabId;
  onTab: (tab: OutputTabId) => void;
}

/** What a run gave, and what the answer's run can be used for (B §2, right pane). */
export function OutputPane({ run, onStop, answer, timeLimit, tab, onTab }: OutputPaneProps) {
  const count = run.result?.vars.length ?? 0;
  const tabs: StackTab[] = [
    { id: 'output', label: 'Output', scrolls: true, content: <OutputTab run={run} answer={answer} timeLimit={timeLimit} /> },
    {
      id: 'variables',
      label: 'Variables',
      scrolls: true,
      badge: count > 0 && (
        <Badge size="sm" color="gray" variant="light" px={6}>
          {count}
        </Badge>
      ),
      content: <VariablesTab run={run} answer={answer} />,
    },
    {
      id: 'checks',
      label: 'Checks',
      scrolls: true,
      badge: <VerdictSign summary={run.result?.check_summary ?? null} />,
      content: <ChecksTab run={run} />,
    },
  ];
  return (
    <TabStack label="Results of the run" tabs={tabs} value={tab} onChange={(next) => onTab(next as OutputTabId)}>
      <RunStatus run={run} onStop={onStop} />
    </TabStack>
  );
}
