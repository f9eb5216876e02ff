import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { NewReleaseInputs } from '#features/releases/web/new-release-fields.tsx';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { ReleaseSelect } from '#features/releases/web/release-select.tsx';
import { useNewRelease } from '#features/releases/web/use-new-release.ts';
import { counted } from '#platform/contract/counted.ts';
import type { RouteReply } from '#platform/contract/route.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { rehearsalRoutes } from '../contract.ts';
import { MESSAGES } from './messages.ts';

interface UpgradeDialogProps {
  rehearsalId: number;
  green: number;
  minor: number;
  onClose: () => void;
}

type Upgraded = RouteReply<(typeof rehearsalRoutes)['releaseRehearsal']>;

/** Puts the lessons that came out well into a new release, or into one that exists. Open while rendered. */
export function UpgradeDialog({ rehearsalId, green, minor, onClose }: UpgradeDialogProps) {
  const client = useQueryClient();
  const releases = useQuery(releasesQuery);
  const { run, ...operation } = useOperation();
  const [isNew, setNew] = useState(true);
  const [releaseId, setReleaseId] = useState<number | null>(null);
  const [withMinor, setWithMinor] = useState(green === 0);
  const [failure, setFailure] = useState<unknown>(null);
  const [isChecked, setChecked] = useState(false);
  const [upgraded, setUpgraded] = useState<Upgraded | null>(null);
  const fields = useNewRelease(releases.data ?? [], { isSuggested: true, error: failure });

  async function upgrade() {
    setChecked(true);
    setFailure(null);
    if (isNew ? !fields.check() : releaseId === null) return;
    const to = isNew ? { name: fields.name.trim(), version_major: fields.branch.trim() } : { release_id: releaseId ?? 0 };
    try {
      const done = await run(({ operationId }) =>
        api.releaseRehearsal({ params: { id: rehearsalId }, body: { to, with_minor: withMinor, operation_id: operationId } }),
      );
      setUpgraded(done);
    } catch (error) {
      setFailure(error);
    }
    void client.invalidateQueries({ queryKey: releasesQuery.queryKey });
    void client.invalidateQueries({ queryKey: ['lessons'] });
  }

  if (upgraded) return <Outcome upgraded={upgraded} onClose={onClose} />;
  return (
    <TaskDialog title="Upgrade lessons" isRunning={operation.isRunning} onClose={onClose}>
      <form
        noValidate
        aria-label="Upgrade lessons"
        onSubmit={(event) => {
          event.preventDefault();
          if (!operation.isRunning) void upgrade();
        }}
      >
        <Stack>
          <ErrorBanner text={failure === null ? null : failureText(failure, MESSAGES.releaseFailed)} />
          <Radio.Group label="Where" value={isNew ? 'new' : 'existing'} onChange={(value) => setNew(value === 'new')}>
            <Group mt="xs">
              <Radio value="new" label="A new release" disabled={operation.isRunning} />
              <Radio value="existing" label="An existing release" disabled={operation.isRunning} />
            </Group>
          </Radio.Group>
          {isNew ? (
            <NewReleaseInputs fields={fields} branchHint="It is created from main." isDisabled={operation.isRunning} />
          ) : (
            <ReleaseSelect
              value={releaseId}
              onChange={setReleaseId}
              error={isChecked && releaseId === null ? MESSAGES.releaseMissing : null}
              isDisabled={operation.isRunning}
            />
          )}
          {minor > 0 ? (
            <Checkbox
              label={`Also ${counted(minor, 'lesson')} with only new warnings or slower runs`}
              checked={withMinor}
              disabled={operation.isRunning || green === 0}
              onChange={(event) => setWithMinor(event.currentTarget.checked)}
            />
          ) : null}
          <ProgressPanel operation={operation} what="Preparing the release" />
          <DialogButtons
            submitLabel={`Upgrade ${counted(green + (withMinor ? minor : 0), 'lesson')}`}
            isBusy={operation.isRunning}
            onClose={onClose}
          />
        </Stack>
      </form>
    </TaskDialog>
  );
}

function Outcome({ upgraded, onClose }: { upgraded: Upgraded; onClose: () => void }) {
  const left = Object.entries(upgraded.left);
  return (
    <TaskDialog title="Upgrade lessons" isRunning={false} onClose={onClose}>
      <Stack>
        <Banner kind={upgraded.lessons.length === 0 ? 'warning' : 'success'}>
          {MESSAGES.upgraded(upgraded.lessons.length, upgraded.release_name)}
        </Banner>
        {left.length > 0 ? (
          <div>
            {MESSAGES.left(left.length)}
            <ul>
              {left.map(([sequence, reason]) => (
                <li key={sequence}>
                  {sequence}: {reason}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <LinkButton to="/releases" search={{ open: String(upgraded.release_id) }}>
            Open release
          </LinkButton>
        </Group>
      </Stack>
    </TaskDialog>
  );
}
