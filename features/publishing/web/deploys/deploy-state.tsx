import { Anchor, Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Deploy } from '../../contract/deploys.ts';
import { wayPastFailure } from '../../deploys.policy.ts';
import { useStopDeploy } from './api.ts';
import { DeployAnyway } from './deploy-anyway.tsx';
import { MESSAGES } from './messages.ts';

interface DeployStateProps {
  lessonId: number;
  deploy: Deploy;
  /** False: a later one was started, so that this one says nothing about the lesson any more. */
  isLast?: boolean;
  mayStop: boolean;
  /** Another deploy was started in its place. */
  onStarted?: (deploy: Deploy) => void;
}

/** The state of a deploy, with its log, Stop, and the way past failing answers. */
export function DeployState({ lessonId, deploy, isLast = true, mayStop, onStarted }: DeployStateProps) {
  const user = useCurrentUser();
  const stopping = useStopDeploy(lessonId);
  const log = <JobLink lessonId={lessonId} deploy={deploy} />;
  if (deploy.status === 'failed') {
    const way = mayStop && isLast ? wayPastFailure(user, deploy) : null;
    return (
      <Banner kind="warning" actions={way === 'deploy anyway' ? <DeployAnyway lessonId={lessonId} onStarted={onStarted} /> : null}>
        <strong>{isLast ? MESSAGES.failed : MESSAGES.earlierFailed}</strong> <RelativeTime at={deploy.timestamp} />. {deploy.error}{' '}
        {way === 'ask staff' ? `${MESSAGES.askStaff} ` : null}
        {log}
      </Banner>
    );
  }
  if (deploy.status === 'succeeded') {
    return (
      <Banner kind="success">
        {isLast ? MESSAGES.succeeded : MESSAGES.earlierSucceeded} <RelativeTime at={deploy.timestamp} />. {log}
      </Banner>
    );
  }
  return (
    <>
      <Banner
        kind="info"
        actions={
          mayStop ? (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              loading={stopping.isPending}
              onClick={() => stopping.mutate(deploy.build_number)}
            >
              Stop
            </Button>
          ) : null
        }
      >
        {MESSAGES.running} {log}
      </Banner>
      <ErrorBanner text={stopping.isError ? errorText(stopping.error, MESSAGES.stopFailed) : null} />
    </>
  );
}

/** Links to the log of a build; for another environment, to that environment's page. */
export function JobLink({ lessonId, deploy }: { lessonId: number; deploy: Pick<Deploy, 'build_number' | 'job_url' | 'target'> }) {
  const name = `Log of deploy ${deploy.build_number}`;
  const own = `/lesson/${lessonId}/deploy/${deploy.build_number}`;
  if (deploy.target !== 'built-in' && !deploy.job_url.endsWith(own)) {
    return (
      <Anchor href={deploy.job_url} target="_blank" rel="noreferrer" c="inherit" underline="always" inherit>
        {name}
      </Anchor>
    );
  }
  return (
    <TextLink
      to="/lesson/$lessonId/deploy/$buildNumber"
      params={{ lessonId, buildNumber: deploy.build_number }}
      c="inherit"
      underline="always"
      inherit
    >
      {name}
    </TextLink>
  );
}
