import { Button } from '@mantine/core';
import { IconHammer } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { mayEdit } from '#features/lessons/lessons.policy.ts';
import { errorText } from '#platform/web/error-text.ts';
import { StoredSwitch } from '#platform/web/stored-switch.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { useStore } from '#platform/web/use-store.ts';
import { useStartBuild } from './api.ts';
import { checkingOf } from './checking.ts';
import { explainBuildError } from './explain-build-error.ts';
import { MESSAGES, buildStateText } from './messages.ts';
import { useBuild } from './use-build.ts';
import classes from './packages.module.css';

interface DependencyBannerProps {
  lesson: Pick<
    Lesson,
    | 'id'
    | 'has_runner'
    | 'packages'
    | 'custom_check_enabled'
    | 'legacy_check_enabled'
    | 'is_main'
    | 'is_shallow_import'
    | 'is_own_drafts'
    | 'is_closed'
  >;
  /** Unsaved edits of packages or answer checking. */
  isChanged?: boolean;
  /** A {@link PackagesLink}, when they are on another page. */
  actions?: ReactNode;
  /** Only shown when something must be done; a {@link DependencyStatus} elsewhere on the page reports the rest. */
  isQuiet?: boolean;
}

/** The state of a lesson's packages, as long as there is a build: success until it is closed in this browser. Lessons without a runner have none. */
export function DependencyBanner({ lesson, isChanged = false, actions, isQuiet = false }: DependencyBannerProps) {
  const user = useCurrentUser();
  const { data } = useBuild(lesson.id, lesson.has_runner);
  const starting = useStartBuild(lesson.id);
  if (!lesson.has_runner || !data) return null;
  const { build } = data;
  const isOld = isChanged && build.state !== 'in_progress';
  const state = isOld ? 'needs_rebuild' : build.state;
  if (isQuiet && (state === 'built' || state === 'in_progress')) return null;
  const { kind, text } = buildStateText(state, isChanged);
  if (state === 'built') {
    if (build.id === null) return null;
    return (
      <BuiltBanner key={build.id} buildId={build.id} kind={kind}>
        {text}
      </BuiltBanner>
    );
  }
  // Unsaved changes are built by the button beside them, which saves first.
  // Staff build a published lesson as it is.
  const canBuild =
    (mayEdit(user, lesson) || (lesson.is_main && !user.external)) && !isChanged && (state === 'not_built' || state === 'needs_rebuild');
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

/** Leads to the packages of a lesson, which are behind a tab of its page. */
export function PackagesLink({ lessonId }: { lessonId: number }) {
  return (
    <LinkButton to="/lesson/$lessonId" params={{ lessonId }} search={{ tab: 'packages' }} size="compact-sm" variant="default">
      Packages
    </LinkButton>
  );
}

/** Shown until it is closed, also after a reload. */
function BuiltBanner({ buildId, kind, children }: Pick<ComponentProps<typeof Banner>, 'kind' | 'children'> & { buildId: number }) {
  const [closed] = useState(() => new StoredSwitch(`built-${buildId}-closed`, false));
  return useStore(closed) ? null : (
    <Banner kind={kind} onClose={() => closed.turn(true)}>
      {children}
    </Banner>
  );
}

/** One line for a status bar: the dependencies are built, or being built. Empty in other states. */
export function DependencyStatus({ lesson }: Pick<DependencyBannerProps, 'lesson'>) {
  const { data } = useBuild(lesson.id, lesson.has_runner);
  if (!lesson.has_runner || !data || data.build.id === null) return null;
  const { state } = data.build;
  if (state !== 'built' && state !== 'in_progress') return null;
  return <span role="status">{buildStateText(state, false).text}</span>;
}
