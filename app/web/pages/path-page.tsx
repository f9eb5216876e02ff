import { Badge, Button, Progress, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { ReleaseErrors } from '#features/changes/contract.ts';
import type { Path } from '#features/curricula/contract/paths.ts';
import { canEditCurriculum } from '#features/curricula/curricula.policy.ts';
import { CurriculumEditor } from '#features/curricula/web/curriculum-editor.tsx';
import { PathLeftToDo } from '#features/curricula/web/curriculum-left-to-do.tsx';
import { PATH_LABELS } from '#features/curricula/web/field-labels.ts';
import { PATHS } from '#features/curricula/web/kinds.ts';
import { MESSAGES, messagesOf, STEP_MESSAGES } from '#features/curricula/web/messages.ts';
import { NewStep } from '#features/curricula/web/new-step.tsx';
import { PATH_LISTS, PathForm } from '#features/curricula/web/path-form.tsx';
import { PathOutline } from '#features/curricula/web/path-outline.tsx';
import { PathSummaryPanel } from '#features/curricula/web/path-summary.tsx';
import { stepsQuery } from '#features/curricula/web/steps-api.ts';
import { useCurriculum, useFreshSteps } from '#features/curricula/web/use-curriculum-events.ts';
import { usePathEditor } from '#features/curricula/web/use-path-editor.ts';
import { useStepOrder } from '#features/curricula/web/use-step-order.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { HeldBanner, HELD_POLL_MS, isHeld } from '#features/sync/web/release-banner.tsx';
import { usePathSync } from '#features/sync/web/use-sync.tsx';
import { ApiError } from '#platform/contract/client.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { useUnsavedPart, useUnsavedParts } from '#platform/web/ui/editing/unsaved-parts.ts';
import { useUnfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { PageSection } from '#platform/web/ui/page-section.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import classes from '#features/curricula/web/curricula.module.css';

const route = getRouteApi('/signed-in/shell/track/$trackId');
const pollOf = (held: ReleaseErrors) => (isHeld(held) ? HELD_POLL_MS : false);

/** `/track/{trackId}`: the path editor. */
export default function PathPage() {
  const { trackId } = route.useParams();
  const path = useCurriculum(PATHS, trackId, pollOf);
  // Above and beside the fields.
  const isReady = useFirstReplies([releasesQuery, stepsQuery(trackId)]);
  if (path.data && isReady) return <LoadedPath key={trackId} path={path.data} />;
  if (path.error instanceof ApiError && path.error.status === 404) return <NotFoundPage />;
  const { loadFailed } = messagesOf(PATHS);
  return (
    <Page title="Path" layout="detail">
      {path.isError ? <ErrorBanner text={failureText(path.error, loadFailed)} /> : <TableSkeleton />}
    </Page>
  );
}

function LoadedPath({ path }: { path: Path }) {
  const isReadOnly = !canEditCurriculum(useCurrentUser(), path);
  const editor = usePathEditor(path, isReadOnly);
  const sync = usePathSync(path);
  const unfinished = useUnfinished(PATH_LISTS, (names) => MESSAGES.unfinished(names.map((name) => PATH_LABELS[name])));
  const { parts, isDirty } = useUnsavedParts();
  useUnsavedPart({ name: 'the details', state: editor.state, error: editor.error, savesItself: true, save: editor.save }, parts);
  const releases = useQuery(releasesQuery);
  const release = releases.data?.find(({ id }) => id === path.release_id);
  const steps = useQuery(stepsQuery(path.id));
  const order = useStepOrder(path.id);
  const [isAddingStep, setAddingStep] = useState(false);
  useFreshSteps(path);
  return (
    <CurriculumEditor
      kind={PATHS}
      item={path}
      isReadOnly={isReadOnly}
      editor={editor}
      labels={PATH_LABELS}
      unfinished={unfinished}
      parts={parts}
      badges={
        <Badge color={path.is_main ? 'success' : 'draft'} title={release ? `Branch ${release.version_major}` : undefined}>
          {path.release_name}
        </Badge>
      }
      leftToDo={<PathLeftToDo path={path} steps={steps.data} fields={editor.fields} isDirty={isDirty} />}
      sync={{ banner: <HeldBanner held={path} sync={sync} syncLabel="Choose" mayRepair />, dialog: sync.dialog }}
      progress={
        <>
          <div className={classes.progress}>
            {editor.isSaving ? <Progress value={100} animated size={3} aria-label="Saving the path" /> : null}
          </div>
          {releases.isError ? <ErrorBanner text={failureText(releases.error, MESSAGES.releaseFailed)} /> : null}
        </>
      }
      retry={
        <Button size="xs" variant="default" onClick={() => void editor.save()}>
          Try again
        </Button>
      }
      flush={async () => !unfinished.isAny && (await parts.flush())}
    >
      {(deletion) => (
        <Stack gap="lg">
          <PageSection title="Path Details">
            <PathForm editor={editor} unfinished={unfinished} isReadOnly={isReadOnly} />
          </PageSection>
          <PageSection title="Summary">
            {steps.data ? <PathSummaryPanel steps={steps.data} order={order} isReadOnly={isReadOnly} /> : <TableSkeleton rows={3} />}
          </PageSection>
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
            {steps.isError ? <ErrorBanner text={errorText(steps.error, STEP_MESSAGES.loadFailed)} /> : null}
            {steps.data ? <PathOutline path={path} steps={steps.data} order={order} isReadOnly={isReadOnly} /> : null}
          </PageSection>
          {deletion}
          {isAddingStep ? <NewStep path={path} onAdded={() => setAddingStep(false)} onClose={() => setAddingStep(false)} /> : null}
        </Stack>
      )}
    </CurriculumEditor>
  );
}
