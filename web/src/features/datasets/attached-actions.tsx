import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { AttachedDataset } from '#contract/datasets.ts';
import classes from './datasets.module.css';

interface AttachedActionsProps {
  dataset: AttachedDataset;
  isBusy: boolean;
  onChangeVersion: () => void;
  onRemove: () => void;
}

/** Change version and Remove for an attached dataset. */
export function AttachedActions({ dataset: { name, dataset_id }, isBusy, onChangeVersion, onRemove }: AttachedActionsProps) {
  return (
    <span className={classes.itemActions}>
      {dataset_id === null ? null : (
        <Button size="compact-xs" variant="default" aria-label={`Change version of ${name}`} disabled={isBusy} onClick={onChangeVersion}>
          Change version
        </Button>
      )}
      <ActionIcon aria-label={`Remove ${name}`} title="Remove" disabled={isBusy} onClick={onRemove}>
        <IconTrash size={15} aria-hidden />
      </ActionIcon>
    </span>
  );
}
