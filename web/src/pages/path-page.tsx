import { Anchor, Button, Progress } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { canEditCurriculum } from '#contract/curricula.policy.ts';
import type { Path } from '#contract/paths.ts';
import { pathQuery, stepsQuery } from '#web/features/paths/api.ts';
import { DeletePath } from '#web/features/paths/delete-path.tsx';
import { fieldLabel } from '#web/features/paths/field-labels.ts';
import { MESSAGES } from '#web/features/paths/messages.ts';
import { NewStep } from '#web/features/paths/new-step.tsx';
import { PathDetails } from '#web/features/paths/path-details.tsx';
import { PathOutline } from '#web/features/paths/path-outline.tsx';
import { PathRelease } from '#web/features/paths/path-release.tsx';
import { PathSummaryPanel } from '#web/features/paths/path-summary.tsx';
import classes from '#web/features/paths/paths.module.css';
import { useFreshSteps, usePathEvents } from '#web/features/paths/use-path-events.ts';
import { usePathEditor } from '#web/features/paths/use-path-editor.ts';
import { useStepOrder } from '#web/features/paths/use-step-order.ts';
import { HeldBanner, HELD_POLL_MS, isHeld } from '#web/features/sync/release-banner.tsx';
import { usePathSync } from '#web/features/sync/use-sync.tsx';
import { errorText, failureText } from '#web/platform/error-text.ts';
import { releasesQuery, useCurrentUser } from '#web/platform/queries.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { COMMIT_POLL_MS, isOnItsWay } from '#web/ui/editing/commit-poll.ts';
import { EditorConflict } from '#web/ui/editing/editor-conflict.tsx';
import { DraftBanner } from '#web/ui/editing/draft-banner.tsx';
import { SetAsideBanner } from '#web/ui/editing/set-aside-banner.tsx';
import { SaveChangesCommand } from '#web/ui/editing/save-changes.tsx';
import { UnsavedPartsContext, useUnsavedPart, useUnsavedParts } from '#web/ui/editing/unsaved-parts.ts';
import { usePageSave } from '#web/ui/editing/use-page-save.tsx';
import { useUnfinished } from '#web/ui/editing/use-unfinished.ts';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { Page } from '#web/ui/page.tsx';
import { SaveState } from '#web/ui/save-state.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const route = getRouteApi('/signed-in/shell/track/$trackId');
const LISTS = ['objectives'] as const;

/** `/track/{trackId}`: the path editor (B §2). */
export default function PathPage() {
  const { trackId } = route.useParams();
  const path = useQuery({
    ...pathQuery(trackId),
    refetchInterval: ({ state }) => pollOf(state.data),
  });
  usePathEvents(trackId);
  if (path.data) return <LoadedPath key={trackId} path={path.data} />;
  if (path.error instanceof ApiError && path.error.status === 404) return <NotFoundPage />;
  return <Page title="Path">{path.isError ? <ErrorBanner text={failureText(path.error, MESSAGES.loadFailed)} /> : <TableSkeleton />}</Page>;
}

function pollOf(path: Path | undefined): number | false {
  if (isOnItsWay(path?.commit_status)) return COMMIT_POLL_MS;
  return path && isHeld(path) ? HELD_POLL_MS : false;
}

function LoadedPath({ path }: { path: Path }) {
  const user = useCurrentUser();
  const navigate = route.useNavigate();
  const isReadOnly = !canEditCurriculum(user, path);
  const editor = usePathEditor(path, isReadOnly);
  const sync = usePathSync(path);
  const unfinished = useUnfinished(LISTS, () => MESSAGES.unfinished);
  const { parts } = useUnsavedParts();
  useUnsavedPart({ name: 'the details', state: editor.state, error: editor.error, savesItself: true, save: editor.save }, parts);
  const releases = useQuery(releasesQuery);
  const steps = useQuery(stepsQuery(path.id));
  const order = useStepOrder(path.id);
  const [isAddingStep, setAddingStep] = useState(false);
  useFreshSteps(path);
  const { state, isDirty, save, dialog } = usePageSave(parts, {
    id: 'path:save',
    label: 'Save Changes',
    isReadOnly,
    unfinished,
    hasConflict: editor.conflict !== null,
  });
  return (
    <Page
      title={`${path.sequence} - ${path.name}`}
      isTopSticky
      beside={
        <>
          <PathRelease path={path} />
          {isReadOnly ? null : <SaveState state={state} commit={path.commit_status} />}
        </>
      }
      actions={
        <>
          <Anchor component={Link} to="/tracks" size="sm">
            All paths
          </Anchor>
          {path.is_main ? null : (
            <Anchor component={Link} to={`/releases/${path.release_id}/pull`} size="sm">
              Pull request
            </Anchor>
          )}
          {isReadOnly ? null : <SaveChangesCommand command={save} isDirty={isDirty} isSaving={state === 'saving'} />}
        </>
      }
    >
      <div className={classes.progress}>
        {editor.isSaving ? <Progress value={100} animated size={3} aria-label="Saving the path" /> : null}
      </div>
      {isReadOnly ? (
        <Banner kind="info">
          {MESSAGES.readOnly} {MESSAGES.readOnlyHow}
        </Banner>
      ) : (
        <>
          <HeldBanner held={path} sync={sync} syncLabel="Choose" mayHeal />
          <DraftBanner draft={editor.draft} what="this path" />
        </>
      )}
      {releases.isError ? <ErrorBanner text={failureText(releases.error, MESSAGES.releaseFailed)} /> : null}
      <SetAsideBanner />
      <ErrorBanner
        text={editor.error}
        actions={
          <Button size="xs" variant="default" onClick={() => void editor.save()}>
            Try again
          </Button>
        }
      />
      {unfinished.warning === null ? null : <Banner kind="warning">{unfinished.warning}</Banner>}
      <UnsavedPartsContext value={parts}>
        <div className={classes.columns}>
          <PageSection title="Path Details">
            <PathDetails editor={editor} unfinished={unfinished} isReadOnly={isReadOnly} />
          </PageSection>
          <div className={classes.side}>
            <PageSection title="Summary">
              {steps.data ? <PathSummaryPanel steps={steps.data} order={order} isReadOnly={isReadOnly} /> : <TableSkeleton rows={3} />}
            </PageSection>
            {isReadOnly ? null : (
              <div>
                <DeletePath path={path} onDeleted={() => void navigate({ to: '/tracks', ignoreBlocker: true })} />
              </div>
            )}
          </div>
        </div>
        <PageSection
          title="Path Outline"
          actions={
            isReadOnly ? null : (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={15} aria-hidden />}
                disabled={!steps.data}
                onClick={() => setAddingStep(true)}
              >
                New Step
              </Button>
            )
          }
        >
          {steps.isError ? <ErrorBanner text={errorText(steps.error, MESSAGES.stepsFailed)} /> : null}
          {steps.data ? <PathOutline path={path} steps={steps.data} order={order} isReadOnly={isReadOnly} /> : null}
        </PageSection>
      </UnsavedPartsContext>
      {isAddingStep ? <NewStep path={path} onAdded={() => setAddingStep(false)} onClose={() => setAddingStep(false)} /> : null}
      {dialog}
      <EditorConflict editor={editor} fieldLabel={fieldLabel} />
      {sync.dialog}
      <LeaveGuard
        isDirty={isDirty}
        what={`path ${path.sequence}`}
        // What is saved automatically is saved now, without a question.
        flush={async () => !unfinished.isAny && (await parts.flush())}
      />
    </Page>
  );
}
