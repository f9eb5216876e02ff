import { Button, Text } from '@mantine/core';
import { IconExternalLink, IconRocket, IconShare } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#platform/contract/client.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { latestStoredBuild } from '../../deploys.policy.ts';
import { deploysQuery, latestDeployQuery, useOpenPreview, useStartDeploy } from './api.ts';
import { DeployHistory } from './deploy-history.tsx';
import { DeployState } from './deploy-state.tsx';
import { MESSAGES } from './messages.ts';
import { ShareDialog } from './share-dialog.tsx';
import { useDeployEvents } from './use-deploy-events.ts';
import layout from '#platform/web/ui/layout.module.css';

/** The question to ask before a deploy. */
type Question = { readonly kind: 'unsaved' | 'doubts' | 'running'; readonly text: string } | null;

const TITLES = { running: MESSAGES.runningTitle, unsaved: MESSAGES.unsavedTitle, doubts: MESSAGES.doubtsTitle } as const;
const CONFIRM_LABELS = { running: 'Stop it and deploy', unsaved: 'Deploy saved version', doubts: 'Try to deploy' } as const;

interface DeploySectionProps {
  lessonId: number;
  /** False: the user may look at its builds only. */
  mayDeploy: boolean;
  /** The unsaved parts of the lesson, which a deploy leaves out. */
  unsaved: readonly string[];
  /** Returns what speaks against a deploy, although it is possible; null: nothing. */
  findDoubts: () => Promise<string | null>;
}

/** The latest deploy, its preview, share links and the history. */
export function DeploySection({ lessonId, mayDeploy, unsaved, findDoubts }: DeploySectionProps) {
  useDeployEvents(lessonId);
  const deploys = useQuery({ ...deploysQuery(lessonId), refetchOnMount: 'always' });
  const latest = useQuery(latestDeployQuery(lessonId, deploys.data !== undefined && deploys.data.length > 0));
  const starting = useStartDeploy(lessonId);
  const opening = useOpenPreview(lessonId);
  const [question, setQuestion] = useState<Question>(null);
  const [isAsking, setAsking] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const build = latestStoredBuild(deploys.data ?? []);

  const ask = async () => {
    setAsking(true);
    const doubts = await findDoubts();
    setAsking(false);
    const texts = [...(unsaved.length > 0 ? [MESSAGES.unsaved(unsaved)] : []), ...(doubts === null ? [] : [doubts])];
    if (texts.length === 0) begin(false);
    else setQuestion({ kind: unsaved.length > 0 ? 'unsaved' : 'doubts', text: texts.join('\n\n') });
  };
  const begin = (force: boolean) => {
    setQuestion(null);
    starting.mutate(
      { force },
      {
        onError: (error) => {
          // One is already running: ask whether to stop it.
          if (error instanceof ApiError && error.status === 409) setQuestion({ kind: 'running', text: error.message });
        },
      },
    );
  };
  const isAsked = starting.error instanceof ApiError && starting.error.status === 409;

  return (
    <>
      {latest.data ? <DeployState lessonId={lessonId} deploy={latest.data} mayStop={mayDeploy} /> : null}
      {deploys.data?.length === 0 && !latest.data ? (
        <Text size="sm" c="dimmed">
          {MESSAGES.never}
        </Text>
      ) : null}
      {latest.isError && !latest.data ? <Banner kind="warning">{MESSAGES.noStatus}</Banner> : null}
      <ErrorBanner text={starting.isError && !isAsked ? failureText(starting.error, MESSAGES.deployFailed) : null} />
      <ErrorBanner text={opening.isError ? errorText(opening.error, MESSAGES.openFailed) : null} />
      {build?.changes_since ? <Text size="sm">{MESSAGES.changedSince(build.build_number, build.changes_since)}</Text> : null}
      <div className={layout.wrap}>
        <Button
          variant="default"
          disabled={!mayDeploy}
          title={mayDeploy ? undefined : MESSAGES.notTheirs}
          leftSection={<IconRocket size={16} aria-hidden />}
          loading={starting.isPending || isAsking}
          onClick={() => void ask()}
        >
          Deploy
        </Button>
        {build ? (
          <>
            <Button
              variant="default"
              leftSection={<IconExternalLink size={16} aria-hidden />}
              loading={opening.isPending}
              onClick={() => opening.mutate(build.build_number)}
            >
              Open preview
            </Button>
            {mayDeploy ? (
              <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={() => setSharing(true)}>
                Share
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      <ErrorBanner text={deploys.isError ? failureText(deploys.error, MESSAGES.historyFailed) : null} />
      {deploys.data && deploys.data.length > 0 ? (
        <DeployHistory lessonId={lessonId} deploys={deploys.data} onOpen={(buildNumber) => opening.mutate(buildNumber)} />
      ) : null}
      <ConfirmDialog
        isOpen={question !== null}
        title={TITLES[question?.kind ?? 'unsaved']}
        text={question?.text ?? ''}
        confirmLabel={CONFIRM_LABELS[question?.kind ?? 'unsaved']}
        onConfirm={() => begin(question?.kind === 'running')}
        onClose={() => setQuestion(null)}
      />
      {isSharing ? <ShareDialog lessonId={lessonId} deploys={deploys.data ?? []} onClose={() => setSharing(false)} /> : null}
    </>
  );
}
