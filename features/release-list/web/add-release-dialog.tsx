import { Tabs } from '@mantine/core';
import { useState } from 'react';
import type { Release } from '#features/releases/contract/releases.ts';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { CreateFromZipForm } from './create-from-zip-form.tsx';
import { CreateNewForm } from './create-new-form.tsx';
import { ImportExistingForm } from './import-existing-form.tsx';
import { MESSAGES } from './messages.ts';
import { ReleaseOutcome } from './release-outcome.tsx';
import { hasFailures, type ReleaseResult } from './release-result.ts';
import { useReleaseTask } from './use-release-task.ts';
import classes from './releases.module.css';

/** The three tabs, in order. The second is what most releases begin with. */
const TABS = [
  { value: 'existing', label: 'Import Existing', Form: ImportExistingForm },
  { value: 'new', label: 'Create New', Form: CreateNewForm },
  { value: 'zip', label: 'Create from Zip', Form: CreateFromZipForm },
] as const;

interface AddReleaseDialogProps {
  /** Existing releases: their branch names are taken. */
  releases: readonly Release[];
  /** The release was created, entirely or in part. */
  onAdded: (release: Release) => void;
  onClose: () => void;
}

/** The Add Release dialog. Failures stay visible until it is closed. */
export default function AddReleaseDialog({ releases, onAdded, onClose }: AddReleaseDialogProps) {
  const [tab, setTab] = useState<string | null>(TABS[1].value);
  const [result, setResult] = useState<ReleaseResult | null>(null);
  const task = useReleaseTask<ReleaseResult>();
  const finish = (done: ReleaseResult) => {
    if (hasFailures(done)) setResult(done);
    else onAdded(done.release);
  };
  const { isRunning } = task.operation;
  if (result) {
    const close = () => onAdded(result.release);
    return (
      <TaskDialog title="Add Release" isRunning={false} onClose={close}>
        <ReleaseOutcome {...result} done={MESSAGES.created(result.release.name)} onClose={close} />
      </TaskDialog>
    );
  }
  return (
    <TaskDialog title="Add Release" isRunning={isRunning} onClose={onClose}>
      <Tabs
        value={tab}
        onChange={(next) => {
          task.forget();
          setTab(next);
        }}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label="How to add a release">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} disabled={isRunning && tab !== value} className={classes.tab ?? ''}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ value, Form }) => (
          <Tabs.Panel key={value} value={value}>
            <Form releases={releases} task={task} onDone={finish} onClose={onClose} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </TaskDialog>
  );
}
