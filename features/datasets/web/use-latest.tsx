import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { inTurn } from '#platform/web/in-turn.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import type { DatasetUse, DatasetVersion } from '../contract/datasets.ts';
import { MESSAGES } from './messages.ts';
import { datasetUsesQuery } from './queries.ts';
import layout from '#platform/web/ui/layout.module.css';

interface UseLatestProps {
  /** Latest first. */
  versions: readonly DatasetVersion[];
  uses: readonly DatasetUse[];
}

/** A lesson and the version that it gets. */
interface Change {
  readonly use: DatasetUse;
  readonly versionId: number;
}

/** Switches every lesson with an earlier version to the latest one, with one Undo. Published lessons stay as they are. */
export function UseLatest({ versions, uses }: UseLatestProps) {
  const client = useQueryClient();
  const { run, ...operation } = useOperation();
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [latest] = versions;
  const earlier = uses.filter(({ is_latest, is_main }) => !is_latest && !is_main);
  if (!latest) return null;
  const { dataset_id: datasetId } = latest;

  /** Returns the lessons that were changed. */
  async function change(changes: readonly Change[], doing: string): Promise<DatasetUse[]> {
    const outcome = await run((context) =>
      inTurn(
        changes,
        context,
        () => doing,
        ({ use, versionId }) => api.changeDatasetVersion({ params: { id: use.id, datasetId, versionId } }),
      ),
    );
    setRefused(
      outcome.refused.map(
        ({ item, error }) => `Lesson ${item.use.sequence} (${item.use.release_name}): ${errorText(error, MESSAGES.changeFailed)}`,
      ),
    );
    await client.invalidateQueries({ queryKey: datasetUsesQuery(datasetId).queryKey });
    return outcome.done.map(({ item }) => item.use);
  }

  async function update(): Promise<void> {
    setAsking(false);
    const done = await change(
      earlier.map((use) => ({ use, versionId: latest?.id ?? 0 })),
      MESSAGES.updating,
    );
    const back = done.flatMap((use) => {
      const before = versions.find(({ hash }) => hash === use.hash);
      return before ? [{ use, versionId: before.id }] : [];
    });
    if (done.length === 0) return;
    const message = MESSAGES.updated(done.length, earlier.length);
    showOffer({ message, label: 'Undo', onClick: () => void change(back, MESSAGES.changingBack) });
  }

  return (
    <>
      {earlier.length > 0 ? (
        <div>
          <Button size="xs" variant="default" loading={operation.isRunning} onClick={() => setAsking(true)}>
            Use the latest version in {counted(earlier.length, 'lesson')}
          </Button>
        </div>
      ) : null}
      <ProgressPanel operation={operation} what={MESSAGES.updating} />
      {refused.length > 0 ? (
        <Banner kind="warning">
          {MESSAGES.notUpdated(refused.length)}
          <ul className={layout.plainList}>
            {refused.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title="Use the latest version"
        text={MESSAGES.updateText(earlier.length, latest.hash.slice(0, 8))}
        confirmLabel={`Change ${counted(earlier.length, 'lesson')}`}
        onClose={() => setAsking(false)}
        onConfirm={() => void update()}
      />
    </>
  );
}
