import { useState, type ReactNode } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { Banner } from '#web/ui/banner.tsx';
import { firstLine, stateText } from './messages.ts';
import classes from './packages.module.css';
import { useBuild } from './use-build.ts';

/** Builds whose success banner was closed, until the page is reloaded. */
const closed = new Set<number | null>();

interface DependencyBannerProps {
  lesson: Pick<Lesson, 'id' | 'has_runner' | 'packages' | 'is_main'>;
  /** Unsaved edits of packages or answer checking. */
  isChanged?: boolean;
  /** Link to the packages, when they are on another page. */
  actions?: ReactNode;
  /** Only shown when something must be done; a {@link DependencyStatus} elsewhere on the page reports the rest. */
  isQuiet?: boolean;
}

/** The state of a lesson's dependencies. Lessons without a runner have none. */
export function DependencyBanner({ lesson, isChanged = false, actions, isQuiet = false }: DependencyBannerProps) {
  const { data } = useBuild(lesson.id, lesson.has_runner);
  const [, setClosed] = useState(0);
  if (!lesson.has_runner || !data) return null;
  const { build } = data;
  const isOld = isChanged && build.state !== 'in_progress';
  const state = isOld ? 'needs_rebuild' : build.state;
  // A published lesson without packages has nothing to build, and nobody may build it.
  if (state === 'not_built' && lesson.packages.length === 0 && lesson.is_main) return null;
  if (isQuiet && (state === 'built' || state === 'in_progress')) return null;
  const { kind, text } = stateText(state);
  if (state === 'built') {
    if (closed.has(build.id)) return null;
    const close = () => {
      closed.add(build.id);
      setClosed((count) => count + 1);
    };
    return (
      <Banner kind={kind} onClose={close}>
        {text}
      </Banner>
    );
  }
  return (
    <Banner kind={kind} actions={actions}>
      {text}
      {state === 'failed' && build.error !== null ? <span className={classes.bannerError}>{firstLine(build.error)}</span> : null}
    </Banner>
  );
}

/** One line for a status bar: the dependencies are built, or being built. Empty in other states. */
export function DependencyStatus({ lesson }: Pick<DependencyBannerProps, 'lesson'>) {
  const { data } = useBuild(lesson.id, lesson.has_runner);
  const state = data?.build.state;
  if (!lesson.has_runner || (state !== 'built' && state !== 'in_progress')) return null;
  return <span role="status">{stateText(state).text}</span>;
}
