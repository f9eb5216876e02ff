import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { TrashItem } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { inRestoreOrder } from './restore-order.ts';
import { trashKey } from './trash-columns.tsx';
import { useRestoreItems } from './use-restore-items.ts';
import layout from '#platform/web/ui/layout.module.css';

interface Outcome {
  readonly refused: readonly { readonly item: TrashItem; readonly reason: string }[];
  /** Null: it wasn't stopped. */
  readonly stopped: string | null;
}

/** Restores the selected items, one after the other. What is refused stays selected, with the reason. */
export function RestoreBar({ items, onClear }: { items: readonly TrashItem[]; onClear: () => void }) {
  const restoreItems = useRestoreItems();
  const { run, ...operation } = useOperation();
  const [{ refused, stopped }, setOutcome] = useState<Outcome>({ refused: [], stopped: null });

  async function restore(): Promise<void> {
    setOutcome({ refused: [], stopped: null });
    const outcome = await run((context) => restoreItems(inRestoreOrder(items), context));
    const [done, failed] = [outcome.done.length, outcome.refused.length];
    const isStopped = done + failed < items.length;
    setOutcome({
      refused: outcome.refused.map(({ item, error }) => ({ item, reason: errorText(error, MESSAGES.restoreFailed) })),
      stopped: isStopped ? MESSAGES.stopped(done, items.length) : null,
    });
    if (done > 0 && !isStopped) showResult(MESSAGES.restoredMany(done));
  }

  return (
    <>
      {stopped === null ? null : <Banner kind="info">{stopped}</Banner>}
      {refused.length === 0 ? null : (
        <Banner kind="warning">
          {MESSAGES.notRestored(refused.length)}
          <ul className={layout.plainList}>
            {refused.map(({ item, reason }) => (
              <li key={trashKey(item)}>
                {item.name}: {reason}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <ProgressPanel operation={operation} what={`Restoring ${items.length} items`} />
      <div className={layout.selectionBar} role="toolbar" aria-label="Selected items">
        <span role="status">{items.length} selected</span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRestore size={15} aria-hidden />}
          loading={operation.isRunning}
          onClick={() => void restore()}
        >
          Restore selected
        </Button>
        <Button size="xs" variant="subtle" disabled={operation.isRunning} onClick={onClear}>
          Clear selection
        </Button>
      </div>
    </>
  );
}
