import { Button, Loader } from '@mantine/core';
import { IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { projectQuery } from './api.ts';
import { ForeignFrame } from './foreign-frame.tsx';
import { APPLICATION_MESSAGES as MESSAGES } from './messages.ts';
import classes from './applications.module.css';

interface ProjectViewProps {
  lessonId: number;
  /** Offers to build JupyterLab when the lesson lacks it; called back after the build. */
  buildOffer: (onBuilt: () => void) => ReactNode;
}

/** The JupyterLab of a lesson. */
export function ProjectView({ lessonId, buildOffer }: ProjectViewProps) {
  const { data: project, error, isFetching, refetch, dataUpdatedAt } = useQuery(projectQuery(lessonId));
  if (isFetching) {
    return (
      <div className={classes.waiting} role="status">
        <Loader size="sm" aria-hidden />
        {MESSAGES.projectStarting}
      </div>
    );
  }
  if (error || !project) {
    const reason = error ? errorText(error, '') : '';
    return (
      <div className={`${classes.panel} ${classes.project}`}>
        <Banner
          kind="error"
          actions={
            <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {MESSAGES.projectNotLoaded} {reason}
        </Banner>
        {buildOffer(() => void refetch())}
      </div>
    );
  }
  return (
    <div className={`${classes.panel} ${classes.project}`}>
      <div className={classes.bar}>
        <span className={classes.times}>Changes in JupyterLab stay in this session and are not saved to the lesson.</span>
        <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => void refetch()}>
          Reload
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={project.url}
          target="_blank"
          rel="noopener noreferrer"
          rightSection={<IconExternalLink size={14} aria-hidden />}
        >
          Open in a new tab
        </Button>
      </div>
      <ForeignFrame key={dataUpdatedAt} title="JupyterLab" url={project.url} waiting={MESSAGES.projectStarting} />
    </div>
  );
}
