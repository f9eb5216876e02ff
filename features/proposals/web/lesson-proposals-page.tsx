import { Button, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { LessonLink } from '#features/lessons/web/lesson-link.tsx';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { ACCEPTED_TOGETHER_MAX } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { ProposalView } from './proposal-view.tsx';
import { lessonProposalsQuery } from './queries.ts';
import { useAccepting } from './use-accepting.ts';
import layout from '#platform/web/ui/layout.module.css';

/** `/lesson/{lessonId}/proposals`: what waits for a decision in a lesson. */
export default function LessonProposalsPage() {
  const { lessonId } = useParams({ from: '/signed-in/shell/lesson/$lessonId/proposals' });
  const loaded = useQuery(lessonProposalsQuery(lessonId));
  const accepting = useAccepting();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const proposals = loaded.data ?? [];
  const chosen = proposals.filter(({ id }) => selected.has(id));
  const gone = [...accepting.problems].filter(([id]) => proposals.every((proposal) => proposal.id !== id));

  function select(id: number, isSelected: boolean) {
    setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((each) => each !== id)));
  }
  return (
    <Page title="Proposals" layout="list" beside={<LessonLink lessonId={lessonId} />}>
      <ErrorBanner text={loaded.isError ? errorText(loaded.error, MESSAGES.loadFailed) : accepting.error} />
      <div className={layout.toolbar}>
        <Button
          size="xs"
          disabled={chosen.length === 0 || accepting.operation.isRunning}
          onClick={() => void accepting.accept(chosen.map(({ id }) => id))}
        >
          Accept selected
        </Button>
        <Text size="sm" c="dimmed" style={{ flex: '1 1 300px' }}>
          {MESSAGES.explained}
        </Text>
      </div>
      <ProgressPanel operation={accepting.operation} what="Accepting" />
      {gone.map(([id, problem]) => (
        <Banner key={id} kind="warning">
          {problem}
        </Banner>
      ))}
      {loaded.isPending ? <TableSkeleton /> : null}
      {loaded.data?.length === 0 ? <p className={layout.dimmed}>{MESSAGES.none}</p> : null}
      <div className={layout.wideStack}>
        {proposals.map((proposal) => (
          <ProposalView key={proposal.id} proposal={proposal} accepting={accepting}>
            <Checkbox
              aria-label={`Select: ${proposal.reason}`}
              checked={selected.has(proposal.id)}
              disabled={!selected.has(proposal.id) && chosen.length >= ACCEPTED_TOGETHER_MAX}
              onChange={(event) => select(proposal.id, event.currentTarget.checked)}
            />
          </ProposalView>
        ))}
      </div>
    </Page>
  );
}
