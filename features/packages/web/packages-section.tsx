import { Button, Text, TextInput } from '@mantine/core';
import { IconHammer, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { canHavePackages } from '#platform/contract/languages.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { BuildPanel } from './build-panel.tsx';
import { MESSAGES } from './messages.ts';
import { PackageList } from './package-list.tsx';
import { useBuild } from './use-build.ts';
import type { CheckingEditor } from './use-checking.ts';
import classes from './packages.module.css';

interface PackagesSectionProps {
  lesson: Lesson;
  checking: CheckingEditor;
  isReadOnly: boolean;
  /** Saves the page, then builds. */
  onBuild: () => void;
  isSaving: boolean;
  /** The project's list of packages changes when the lesson is saved. */
  isListOutdated: boolean;
}

/** The list of packages, adding one, and Build. */
export function PackagesSection({ lesson, checking, isReadOnly, onBuild, isSaving, isListOutdated }: PackagesSectionProps) {
  const progress = useBuild(lesson.id);
  const { warning, build, reset } = useGuardedBuild(checking.pending, onBuild);
  const hasList = canHavePackages(lesson.language);
  const { packages } = checking.shown;
  return (
    <div className={classes.section}>
      {isListOutdated ? <Banner kind="warning">{MESSAGES.jupyterUnsaved}</Banner> : null}
      {packages.length === 0 ? (
        <Text size="sm" c="dimmed">
          {hasList ? MESSAGES.noPackages : MESSAGES.noSqlPackages}
        </Text>
      ) : (
        <PackageList packages={packages} isReadOnly={isReadOnly} onChange={(list) => checking.wish({ packages: list })} />
      )}
      {isReadOnly || !hasList ? null : (
        <form
          className={classes.add}
          onSubmit={(event) => {
            event.preventDefault();
            if (checking.pending.trim() !== '') checking.addPending();
          }}
        >
          <TextInput
            className={classes.grow ?? ''}
            aria-label="Package name"
            placeholder="Package name"
            value={checking.pending}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => {
              reset();
              checking.setPending(event.currentTarget.value);
            }}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            disabled={checking.pending.trim() === ''}
          >
            Add
          </Button>
        </form>
      )}
      {warning === null ? null : <Banner kind="warning">{warning}</Banner>}
      <ErrorBanner text={checking.failure ? errorText(checking.failure, MESSAGES.buildFailed) : null} />
      {isReadOnly ? null : (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconHammer size={16} aria-hidden />}
            loading={checking.isStarting || isSaving}
            onClick={build}
          >
            Build
          </Button>
          {checking.isDirty ? (
            <Button variant="subtle" onClick={checking.discard}>
              Discard changes
            </Button>
          ) : null}
        </div>
      )}
      <ErrorBanner text={progress.isError && !progress.data ? MESSAGES.stateFailed : null} />
      {progress.data ? <BuildPanel lessonId={lesson.id} progress={progress.data} isReadOnly={isReadOnly} /> : null}
    </div>
  );
}

/** Build warns once about unfinished input; a second click discards it. */
function useGuardedBuild(pending: string, onBuild: () => void) {
  const [warning, setWarning] = useState<string | null>(null);
  const reason = pending.trim() === '' ? null : MESSAGES.incomplete;
  return {
    // Fixed input needs no warning.
    warning: reason === warning ? warning : null,
    reset: () => setWarning(null),
    build: () => {
      if (reason !== null && warning !== reason) return setWarning(reason);
      setWarning(null);
      return onBuild();
    },
  };
}
