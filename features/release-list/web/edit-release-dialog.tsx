import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rulesQuery } from '#features/accounts/web/rules/api.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { mayAllowModel } from '#features/releases/releases.policy.ts';
import { ReopenRelease } from '#features/releases/web/reopen-release.tsx';
import { HeldReleaseBanner } from '#features/sync/web/release-banner.tsx';
import { LIMITS } from '#platform/contract/limits.ts';
import { failureText, fieldErrors } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { useFocusFirstError } from '#platform/web/ui/focus-first-error.ts';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { updateRelease } from './api.ts';
import { CopyLessonsFields, type CopyChoice } from './copy-lessons-fields.tsx';
import { copySources, findSource } from './copy-source.ts';
import { editRequest } from './edit-request.ts';
import { MESSAGES } from './messages.ts';
import { ReleaseOutcome } from './release-outcome.tsx';
import { hasFailures, type ReleaseResult } from './release-result.ts';
import { useReleaseTask } from './use-release-task.ts';

interface EditReleaseDialogProps {
  release: Release;
  releases: readonly Release[];
  /** Everything succeeded; the number of copied lessons. */
  onSaved: (release: Release, copied: number) => void;
  onDelete: (release: Release) => void;
  onClose: () => void;
}

/** Renames a release, says what its merge needs, copies lessons into it, or deletes it. */
export default function EditReleaseDialog({ release, releases, onSaved, onDelete, onClose }: EditReleaseDialogProps) {
  const user = useCurrentUser();
  const mayAllow = user.has_model === true && mayAllowModel(user);
  const [name, setName] = useState(release.name);
  // The rules of the installation may require it of every release.
  const isRule = useQuery(rulesQuery).data?.preflight_required === true;
  const [isRequired, setRequired] = useState(release.preflight_required);
  const [isModelAllowed, setModelAllowed] = useState(release.model_allowed);
  const [copy, setCopy] = useState<CopyChoice>({ source: '', chosen: new Set(), numbers: '' });
  const [isChecked, setChecked] = useState(false);
  const [result, setResult] = useState<ReleaseResult | null>(null);
  const task = useReleaseTask<ReleaseResult>();
  const { isRunning } = task.operation;
  // The dialog stays while the release is reopened or repaired in it.
  const current = releases.find(({ id }) => id === release.id) ?? release;
  const isClosed = current.is_closed;
  const sources = copySources(releases, release.id);
  const from = isClosed ? null : findSource(sources, copy.source);
  const request = editRequest({ name, from, ...copy });
  const copied = request.lessons_list?.length ?? 0;
  const nameError = isChecked && request.name === '' ? MESSAGES.releaseNameEmpty : fieldErrors(task.error)['name'];
  const isUnknown = !isClosed && from === null && copy.source.trim() !== '';
  const sourceError = isChecked && isUnknown ? MESSAGES.releaseUnknown(copy.source.trim()) : null;
  const form = useFocusFirstError(nameError ?? sourceError);
  const save = () =>
    task.start(
      async (context) => {
        const { invalidLessons: invalid, ...saved } = await updateRelease(
          release.id,
          { ...request, preflight_required: isRequired, ...(mayAllow ? { model_allowed: isModelAllowed } : {}) },
          context,
        );
        return { release: saved, invalid, refused: [] };
      },
      (done) => (hasFailures(done) ? setResult(done) : onSaved(done.release, copied)),
    );
  if (result) {
    const { name: saved } = result.release;
    const count = copied - Object.keys(result.invalid).length;
    const renamed = saved === release.name ? null : MESSAGES.saved(saved);
    return (
      <TaskDialog title={`Edit ${release.name}`} isRunning={false} onClose={onClose}>
        <ReleaseOutcome
          {...result}
          done={count === 0 ? renamed : MESSAGES.copied(count, saved)}
          text={MESSAGES.partialCopy}
          onClose={onClose}
        />
      </TaskDialog>
    );
  }
  return (
    <TaskDialog title={`Edit ${release.name}`} isRunning={isRunning} onClose={onClose}>
      <form
        ref={form}
        noValidate
        aria-label="Edit release"
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (request.name !== '' && !isUnknown && !isRunning) save();
        }}
      >
        <Stack>
          <HeldReleaseBanner release={current} />
          {isClosed ? (
            <Banner kind="info" actions={<ReopenRelease releaseId={release.id} />}>
              {MESSAGES.closed}
            </Banner>
          ) : null}
          <TextInput
            label="Release name"
            data-autofocus
            autoComplete="off"
            maxLength={LIMITS.titleMax}
            disabled={isRunning}
            error={nameError}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox
            label={MESSAGES.preflightRequired}
            description={isRule ? MESSAGES.preflightRule : MESSAGES.preflightRequiredHint}
            disabled={isRunning || isRule}
            checked={isRequired || isRule}
            onChange={(event) => setRequired(event.currentTarget.checked)}
          />
          {mayAllow ? (
            <Checkbox
              label={MESSAGES.modelAllowed}
              description={MESSAGES.modelAllowedHint}
              disabled={isRunning}
              checked={isModelAllowed}
              onChange={(event) => setModelAllowed(event.currentTarget.checked)}
            />
          ) : null}
          {isClosed ? null : (
            <CopyLessonsFields
              release={release}
              sources={sources}
              value={copy}
              onChange={setCopy}
              error={sourceError}
              isDisabled={isRunning}
            />
          )}
          {task.error ? <ErrorBanner text={failureText(task.error, copied > 0 ? MESSAGES.copyFailed : MESSAGES.renameFailed)} /> : null}
          <ProgressPanel operation={task.operation} what={copied > 0 ? 'Copying lessons' : 'Renaming the release'} />
          <DialogButtons submitLabel={copied > 0 ? 'Save and copy' : 'Save'} isBusy={isRunning} onClose={onClose}>
            <Button
              mr="auto"
              variant="danger"
              leftSection={<IconTrash size={16} aria-hidden />}
              disabled={isRunning}
              onClick={() => onDelete(release)}
            >
              Delete release…
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </TaskDialog>
  );
}
