import { Button } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { mayEdit } from '#contract/lessons.policy.ts';
import type { Lesson } from '#contract/lessons.ts';
import { useCurrentUser } from '#web/features/session/current-user.ts';
import { errorText } from '#web/platform/error-text.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useStartBuild } from './api.ts';
import { checkingOf } from './checking.ts';
import { explainBuildError } from './explain-build-error.ts';
import { MESSAGES, stateText } from './messages.ts';
import classes from './packages.module.css';
import { useBuild } from './use-build.ts';

interface DependencyBannerProps {
  lesson: Pick<
    Lesson,
    'id' | 'has_runner' | 'packages' | 'custom_check_enabled' | 'legacy_check_enabled' | 'is_main' | 'is_shallow_import' | 'is_own_drafts'
  >;
  /** Unsaved edits of packages or answer checking. */
  isChanged?: boolean;
  /** Link to the packages, when they are on another page. */
  actions?: ReactNode;
  /** Only shown when something must be done; a {@link DependencyStatus} elsewhere on the page reports the rest. */
  isQuiet?: boolean;
}

/** What must be done about a lesson's packages, and the end of a build that the page has seen. Lessons without a runner have none. */
export function DependencyBanner({ lesson, isChanged = false, actions, isQuiet = false }: DependencyBannerProps) {
  const user = useCurrentUser();
  const { data } = useBuild(lesson.id, lesson.has_runner);
  const starting = useStartBuild(lesson.id);
  const [running, setRunning] = useState<number | null>(null);
  if (!lesson.has_runner || !data) return null;
  const { build } = data;
  if (build.state === 'in_progress' && build.id !== running) setRunning(build.id);
  const isOld = isChanged && build.state !== 'in_progress';
  const state = isOld ? 'needs_rebuild' : build.state;
  if (isQuiet && (state === 'built' || state === 'in_progress')) return null;
  const { kind, text } = stateText(state, isChanged);
  if (state === 'built') {
    if (build.id === null || build.id !== running) return null;
    return (
      <Banner kind={kind} onClose={() => setRunning(null)}>
        {text}
      </Banner>
    );
  }
  // Unsaved changes are built by the button beside them, which saves first.
  const canBuild = mayEdit(user, lesson) && !isChanged && (state === 'not_built' || state === 'needs_rebuild');
  return (
    <Banner
      kind={kind}
      actions={
        <>
          {canBuild && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconHammer size={14} aria-hidden />}
              loading={starting.isPending}
              onClick={() => starting.mutate(checkingOf(lesson))}
            >
              Build packages
            </Button>
          )}
          {actions}
        </>
      }
    >
      {text}
      {starting.isError && <span className={classes.bannerError}>{errorText(starting.error, MESSAGES.buildFailed)}</span>}
      {state === 'failed' && build.error !== null && <span className={classes.bannerError}>{explainBuildError(build.error).text}</span>}
    </Banner>
  );
}

/** One line for a status bar: the dependencies are built, or being built. Empty in other states. */
export function DependencyStatus({ lesson }: Pick<DependencyBannerProps, 'lesson'>) {
  const { data } = useBuild(lesson.id, lesson.has_runner);
  if (!lesson.has_runner || !data || data.build.id === null) return null;
  const { state } = data.build;
  if (state !== 'built' && state !== 'in_progress') return null;
  return <span role="status">{stateText(state, false).text}</span>;
}
