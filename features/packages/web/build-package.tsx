import { Button, Loader } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { useStartBuild } from './api.ts';
import { explainBuildError } from './explain-build-error.ts';
import { MESSAGES } from './messages.ts';
import { useBuild } from './use-build.ts';
import classes from './packages.module.css';

interface BuildPackageProps {
  lesson: Lesson;
  /** Name in the package index. */
  name: string;
  /** Display name. */
  title: string;
  /** The package is installed. */
  onBuilt: () => void;
}

/** Offers to add a package to a lesson and build it, with progress. Empty when it is already built. */
export function BuildPackage({ lesson, name, title, onBuilt }: BuildPackageProps) {
  const { data } = useBuild(lesson.id);
  const starting = useStartBuild(lesson.id);
  const { packages, custom_check_enabled, legacy_check_enabled } = lesson;
  const has = packages.some((item) => item.name.toLowerCase() === name);
  const state = data?.build.state;
  const isBuilding = starting.isPending || state === 'in_progress';
  const wasBuilding = useRef(false);
  useEffect(() => {
    if (wasBuilding.current && !isBuilding && state === 'built') onBuilt();
    wasBuilding.current = isBuilding;
  }, [state, isBuilding, onBuilt]);
  if (!data || (has && state === 'built')) return null;
  if (isBuilding) {
    return (
      <div className={classes.building} role="status">
        <Loader size="sm" aria-hidden />
        <span>
          {`Building ${title}… This can take a few minutes.`}
          <span className={classes.lastLine}>{data.log.trimEnd().split('\n').at(-1)}</span>
        </span>
      </div>
    );
  }
  const wanted = has ? packages : [...packages, { name, version: null, show_in_editor: false }];
  return (
    <>
      <ErrorBanner text={starting.error && errorText(starting.error, MESSAGES.buildFailed)} />
      {state === 'failed' && (
        <Banner kind="error">{`Couldn’t build ${title}. See the log on the lesson page. ${explainBuildError(data.build.error ?? '').text}`}</Banner>
      )}
      <div className={classes.building}>
        <Button
          size="compact-sm"
          leftSection={<IconHammer size={14} aria-hidden />}
          onClick={() => starting.mutate({ packages: wanted, custom_check_enabled, legacy_check_enabled })}
        >
          {`Build ${title}`}
        </Button>
        <span>{has ? 'Builds the packages of this lesson.' : `Adds the package ${name} to this lesson and builds it.`}</span>
      </div>
    </>
  );
}
