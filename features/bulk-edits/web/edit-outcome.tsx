import { Button } from '@mantine/core';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { BulkEditResult } from '../contract.ts';
import { LeftAloneList } from './undo-dialog.tsx';
import { useUndoBulkEdit } from './use-undo-bulk-edit.ts';

interface EditOutcomeProps {
  result: BulkEditResult;
  /** What was changed, and what wasn't. */
  done: string;
  stayed: string;
  onUndo: () => void;
}

/** What a bulk edit changed, with Undo for as long as its dialog is open, and what it left as it was. */
export function EditOutcome({ result: { edit, left }, done, stayed, onUndo }: EditOutcomeProps) {
  const undo = useUndoBulkEdit();
  const startUndo = () => {
    if (edit) void undo(edit);
    onUndo();
  };
  return (
    <>
      {edit ? (
        <Banner
          kind="success"
          actions={
            <Button size="xs" variant="default" onClick={startUndo}>
              Undo
            </Button>
          }
        >
          {done}
        </Banner>
      ) : null}
      {left.length > 0 ? (
        <>
          <Banner kind="warning">{stayed}</Banner>
          <LeftAloneList left={left} />
        </>
      ) : null}
    </>
  );
}
