import { IconAlertTriangle, IconCheck, IconCircleDot, IconCloudCheck, IconGitCommit, IconLoader2 } from '@tabler/icons-react';
import type { EditState } from '#platform/web/ui/editing/edit-state.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { CommitStatus } from '../contract.ts';
import classes from './save-state.module.css';

interface SaveStateProps {
  state: EditState;
  /** How far the newest saved change is on its way into Git; null: no change yet. */
  commit?: CommitStatus | null;
}

const EDITS = {
  unsaved: { label: 'Unsaved', icon: IconCircleDot, tone: 'warning' },
  saving: { label: 'Saving', icon: IconLoader2, tone: 'quiet' },
  failed: { label: 'Failed', icon: IconAlertTriangle, tone: 'error' },
} as const;

const COMMITS = {
  saved: { label: 'Saved', icon: IconCheck },
  committed: { label: 'Committed', icon: IconGitCommit },
  pushed: { label: 'Pushed', icon: IconCloudCheck },
} as const;

/** Next to the save button: Saved · Unsaved · Saving · Failed, then Committed · Pushed. */
export function SaveState({ state, commit = null }: SaveStateProps) {
  return (
    <span role="status" className={classes.state}>
      {state === 'saved' ? <Committed commit={commit} /> : <Edit state={state} />}
    </span>
  );
}

function Edit({ state }: { state: Exclude<EditState, 'saved'> }) {
  const { label, icon: Icon, tone } = EDITS[state];
  return (
    <span className={classes.line} data-tone={tone} data-spin={state === 'saving' || undefined}>
      <Icon size={15} aria-hidden />
      {label}
    </span>
  );
}

function Committed({ commit }: { commit: CommitStatus | null }) {
  const { label, icon: Icon } = COMMITS[commit?.state ?? 'saved'];
  return (
    <span
      className={classes.line}
      data-tone={commit?.error ? 'warning' : 'quiet'}
      title={commit?.error ?? (commit?.commit_sha ? `Commit ${commit.commit_sha.slice(0, 10)}` : undefined)}
    >
      <Icon size={15} aria-hidden />
      {label}
      {commit ? <RelativeTime at={commit.at} /> : null}
    </span>
  );
}
