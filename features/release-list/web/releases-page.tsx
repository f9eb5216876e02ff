import { Button } from '@mantine/core';
import { IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { LessonLine } from '#features/lessons/web/lesson-line.tsx';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { LessonFindingCounts } from '#features/preflight/web/finding-counts.tsx';
import type { Release } from '#features/releases/contract/releases.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { useCommands } from '#platform/web/commands.ts';
import { failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import { useDownload } from '#platform/web/use-download.ts';
import { useReleaseEvents } from './api.ts';
import { MergeRulesNote, mergeRulesQuery } from './merge-rules-note.tsx';
import { MESSAGES } from './messages.ts';
import { ReleaseActions } from './release-actions.ts';
import { ReleaseDialogs, type ReleaseDialog, zipOf } from './release-dialogs.tsx';
import { groupByRelease } from './release-rows.ts';
import { openReleases, withoutKeys, withOpen, type ReleasesSearch } from './releases-search.ts';
import { ReleasesTable } from './releases-table.tsx';

const route = getRouteApi('/signed-in/shell/releases');
const NOT_KNOWN: readonly LessonRow[] = [];

/** `/releases`: the list of releases with their actions. */
export default function ReleasesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const releases = useQuery(releasesQuery);
  const open = useMemo(() => openReleases(search), [search]);
  const lessons = useQuery(lessonsQuery);
  const byRelease = useMemo(() => groupByRelease(lessons.data ?? NOT_KNOWN), [lessons.data]);
  const [dialog, setDialog] = useState<ReleaseDialog | null>(null);
  const [added, setAdded] = useState<number | null>(null);
  const { start: startExport, stop: stopExport, running, failed } = useDownload<{ url: string; fileName: string; release: Release }>();
  const exporting = running?.release.id ?? null;
  useReleaseEvents();
  // Above the rows.
  const isReady = useFirstReplies([mergeRulesQuery]);

  const setSearch = useCallback((next: ReleasesSearch) => void navigate({ to: '/releases', search: next, replace: true }), [navigate]);
  const add = () => setSearch({ ...search, add: true });
  // Overrides the shell's command of this id, which would reset the address.
  useCommands([{ id: 'releases:add', label: 'Add release', group: 'Actions', keywords: 'branch import zip', icon: IconPlus, run: add }]);
  const actions = useMemo(
    () => ({
      open,
      toggle: (release: Release) => setSearch(withOpen(search, release.id, !open.has(release.id))),
      importLessons: (release: Release) => setDialog({ what: 'import', release }),
      edit: (release: Release) => setDialog({ what: 'edit', release }),
      test: (release: Release) => setDialog({ what: 'test', release }),
      exportZip: (release: Release) => startExport({ url: `/api/release/${release.id}/export`, fileName: zipOf(release), release }),
      exportAs: (release: Release) => setDialog({ what: 'export', release }),
      exporting,
    }),
    [open, search, setSearch, exporting, startExport],
  );

  return (
    <Page
      title="Releases"
      layout="list"
      isFilling
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add Release
        </Button>
      }
    >
      {releases.isError ? (
        <ErrorBanner text={failureText(releases.error, MESSAGES.loadFailed)} onRetry={() => void releases.refetch()} />
      ) : null}
      {failed ? <ErrorBanner text={failureText(failed.error, MESSAGES.exportFailed(failed.release.name))} /> : null}
      {running ? (
        <Banner
          kind="info"
          actions={
            <Button size="xs" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={stopExport}>
              Stop
            </Button>
          }
        >
          {MESSAGES.exporting(running.release.name)}
        </Banner>
      ) : null}
      <MergeRulesNote />
      {releases.data && isReady ? (
        <ReleaseActions value={actions}>
          <ReleasesTable
            releases={releases.data}
            lessons={lessons.data ? byRelease : lessons.isError ? 'failed' : 'loading'}
            search={search}
            onSearch={setSearch}
            onOpenLesson={(lesson) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: lesson.id } })}
            renderLesson={(lesson) => (
              <LessonLine lesson={lesson}>
                <LessonFindingCounts releaseId={lesson.release_id} lessonId={lesson.id} />
              </LessonLine>
            )}
            onAdd={add}
            added={added}
            onRevealed={() => setAdded(null)}
          />
        </ReleaseActions>
      ) : releases.isError ? null : (
        <TableSkeleton rows={8} />
      )}
      <ReleaseDialogs
        dialog={search.add ? { what: 'add' } : dialog}
        releases={releases.data ?? []}
        onChange={(next) => {
          setDialog(next);
          if (search.add) setSearch(withoutKeys(search, 'add'));
        }}
        onShow={(release) => {
          setSearch(withOpen(withoutKeys(search, 'add', 'q', 'state'), release.id, true));
          setAdded(release.id);
        }}
      />
    </Page>
  );
}
