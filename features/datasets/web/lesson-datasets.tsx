import { Badge, Button, ActionIcon } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { showOffer } from '#platform/web/ui/offer-toast.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { AttachedDataset } from '../contract/datasets.ts';
import { useLessonDatasets } from './api.ts';
import { Hash } from './dataset-columns.tsx';
import { DatasetPicker } from './dataset-picker.tsx';
import { MESSAGES } from './messages.ts';
import { lessonDatasetsQuery } from './queries.ts';
import { VersionPicker } from './version-picker.tsx';
import layout from '#platform/web/ui/layout.module.css';
import classes from './datasets.module.css';

interface AttachedActionsProps {
  dataset: AttachedDataset;
  isBusy: boolean;
  onChangeVersion: () => void;
  onRemove: () => void;
}

/** Change version and Remove for an attached dataset. */
function AttachedActions({ dataset: { name, dataset_id }, isBusy, onChangeVersion, onRemove }: AttachedActionsProps) {
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

interface LessonDatasetsProps {
  lessonId: number;
  /** Read-only: external authors see what is attached but cannot change it. */
  isReadOnly: boolean;
}

type Dialog = { what: 'pick' } | { what: 'version' | 'remove'; dataset: AttachedDataset };

/** The datasets of a lesson: change version, remove, attach more. */
export function LessonDatasets({ lessonId, isReadOnly }: LessonDatasetsProps) {
  const attached = useQuery(lessonDatasetsQuery(lessonId));
  const { attach, change, detach } = useLessonDatasets(lessonId);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);

  const changeTo = (dataset: AttachedDataset, versionId: number) => {
    const { dataset_id: datasetId, id: before, name } = dataset;
    if (datasetId === null) return;
    close();
    change.mutate(
      { datasetId, versionId },
      {
        onSuccess: (list) => {
          const message = MESSAGES.changed(name, list.find((each) => each.name === name)?.hash ?? '');
          if (before === null) showResult(message);
          else {
            const undo = () => change.mutate({ datasetId, versionId: before }, { onSuccess: () => showResult(MESSAGES.changedBack(name)) });
            showOffer({ message, label: 'Undo', onClick: undo });
          }
        },
      },
    );
  };
  const remove = (dataset: AttachedDataset) => {
    const { id, name, archived } = dataset;
    close();
    detach.mutate(dataset, {
      onSuccess: () => {
        // An archived or missing dataset cannot be attached again.
        if (id === null || archived) showResult(MESSAGES.detached(name));
        else {
          const undo = () => attach.mutate([id], { onSuccess: () => showResult(MESSAGES.attachedAgain(name)) });
          showOffer({ message: MESSAGES.detached(name), label: 'Undo', onClick: undo });
        }
      },
    });
  };

  if (attached.isPending) return <TableSkeleton rows={1} />;
  if (attached.isError) {
    return <ErrorBanner text={failureText(attached.error, MESSAGES.lessonFailed)} onRetry={() => void attached.refetch()} />;
  }
  const isBusy = attach.isPending || change.isPending || detach.isPending;
  return (
    <div className={layout.wideStack}>
      {change.isError ? <ErrorBanner text={errorText(change.error, MESSAGES.changeFailed)} /> : null}
      {detach.isError ? <ErrorBanner text={errorText(detach.error, MESSAGES.detachFailed)} /> : null}
      {attach.isError && dialog?.what !== 'pick' ? <ErrorBanner text={errorText(attach.error, MESSAGES.attachFailed)} /> : null}
      {attached.data.length === 0 ? <span className={layout.note}>{MESSAGES.noneAttached}</span> : null}
      <ul className={classes.list}>
        {attached.data.map((dataset) => (
          <li key={dataset.name} className={`${layout.settingRow} ${classes.item}`}>
            <span className={classes.itemName}>
              {dataset.name} <Hash hash={dataset.hash} /> {dataset.archived ? <Badge color="draft">Archived</Badge> : null}{' '}
              {dataset.id !== null && !dataset.is_latest ? <Badge color="changed">Newer version</Badge> : null}
            </span>
            {isReadOnly ? null : (
              <AttachedActions
                dataset={dataset}
                isBusy={isBusy}
                onChangeVersion={() => setDialog({ what: 'version', dataset })}
                onRemove={() => (dataset.id === null || dataset.archived ? setDialog({ what: 'remove', dataset }) : remove(dataset))}
              />
            )}
            <DatasetNote dataset={dataset} />
          </li>
        ))}
      </ul>
      {isReadOnly ? null : (
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={isBusy}
          onClick={() => {
            attach.reset();
            setDialog({ what: 'pick' });
          }}
        >
          Add datasets
        </Button>
      )}
      {dialog?.what === 'pick' ? (
        <DatasetPicker
          attached={attached.data}
          isBusy={attach.isPending}
          error={attach.isError ? errorText(attach.error, MESSAGES.attachFailed) : null}
          onPick={(ids) =>
            attach.mutate(ids, {
              onSuccess: () => {
                close();
                showResult(MESSAGES.attached(ids.length));
              },
            })
          }
          onClose={close}
        />
      ) : null}
      {dialog?.what === 'version' ? (
        <VersionPicker dataset={dialog.dataset} onPick={(versionId) => changeTo(dialog.dataset, versionId)} onClose={close} />
      ) : null}
      <ConfirmDialog
        isOpen={dialog?.what === 'remove'}
        title="Remove dataset"
        text={dialog?.what === 'remove' ? MESSAGES.removeForGood(dialog.dataset) : ''}
        confirmLabel="Remove"
        isDanger
        onConfirm={() => dialog?.what === 'remove' && remove(dialog.dataset)}
        onClose={close}
      />
    </div>
  );
}

function DatasetNote({ dataset: { id, dataset_id, name, files, bytes } }: { dataset: AttachedDataset }) {
  if (id === null) return <span className={classes.problem}>{dataset_id === null ? MESSAGES.missing : MESSAGES.missingVersion}</span>;
  return (
    <span className={`${layout.ownRow} ${layout.note}`} title={files.map(({ file_name }) => file_name).join(', ')}>
      {counted(files.length, 'file')}, {fileSizeText(bytes)}. {MESSAGES.howFound(name)}
    </span>
  );
}
