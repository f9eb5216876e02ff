import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { ApiError } from '#platform/contract/client.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { NotFoundPage } from '#platform/web/ui/not-found-page.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { mayDeploy } from '../deploys.policy.ts';
import { deployLogQuery, latestDeployQuery, useOpenPreview } from './deploys/api.ts';
import { DeployLog } from './deploys/deploy-log.tsx';
import { DeployState } from './deploys/deploy-state.tsx';
import { MESSAGES } from './deploys/messages.ts';
import { useDeployEvents } from './deploys/use-deploy-events.ts';

const route = getRouteApi('/signed-in/shell/lesson/$lessonId/deploy/$buildNumber');

/** `/lesson/{lessonId}/deploy/{buildNumber}`: the live log of a deploy; `job_url` points here. */
export default function DeployPage() {
  const { lessonId, buildNumber } = route.useParams();
  const client = useQueryClient();
  const user = useCurrentUser();
  const lesson = useQuery(lessonQuery(lessonId));
  const found = useQuery(deployLogQuery(client, lessonId, buildNumber));
  const latest = useQuery(latestDeployQuery(lessonId, found.data !== undefined));
  const navigate = route.useNavigate();
  const opening = useOpenPreview(lessonId);
  useDeployEvents(lessonId);
  if (found.error instanceof ApiError && found.error.status === 404) return <NotFoundPage />;
  return (
    <Page
      title={`Deploy ${buildNumber}`}
      layout="report"
      actions={
        <>
          <TextLink to="/lesson/$lessonId" params={{ lessonId }} size="sm">
            Back to the lesson
          </TextLink>
          {found.data?.deploy.is_kept ? (
            <Button
              leftSection={<IconExternalLink size={16} aria-hidden />}
              loading={opening.isPending}
              onClick={() => opening.mutate(buildNumber)}
            >
              Open preview
            </Button>
          ) : null}
        </>
      }
    >
      <ErrorBanner text={opening.isError ? errorText(opening.error, MESSAGES.openFailed) : null} />
      <ErrorBanner text={found.isError ? failureText(found.error, MESSAGES.logFailed) : null} />
      {found.isPending ? <TableSkeleton /> : null}
      {found.data ? (
        <>
          <DeployState
            lessonId={lessonId}
            deploy={found.data.deploy}
            isLast={latest.data === undefined || latest.data.build_number <= buildNumber}
            mayStop={lesson.data !== undefined && mayDeploy(user, lesson.data)}
            onStarted={({ build_number }) => void navigate({ params: { lessonId, buildNumber: build_number } })}
          />
          <DeployLog lessonId={lessonId} lines={found.data.log} />
        </>
      ) : null}
    </Page>
  );
}
