import { Button, Text, Title } from '@mantine/core';
import { IconBooks, IconFileImport, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { MESSAGES } from '#features/lessons/web/messages.ts';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { useCommands } from '#platform/web/commands.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { useFirstReplies } from '#platform/web/ui/use-first-replies.ts';
import { ContinueBar } from './lesson-list/continue-bar.tsx';
import { findExisting } from './lesson-list/find-existing.ts';
import { isWithoutOwnLessons, sampleNumbers } from './lesson-list/first-lesson.ts';
import { LessonsList } from './lesson-list/lessons-list.tsx';
import type { LessonsSearch } from './lesson-list/list-search.ts';
import { NewLessonEntry } from './lesson-list/new-lesson-button.tsx';
import { recentScreensQuery } from './lesson-list/recent-screens.ts';
import { Refusal } from './lesson-list/refusal.tsx';
import { LessonActions } from './lesson-list/row-actions.tsx';
import { useLessonActions } from './lesson-list/use-lesson-actions.tsx';
import { useNewLesson } from './lesson-list/use-new-lesson.tsx';
import classes from './lesson-list/lessons-list.module.css';

const route = getRouteApi('/signed-in/shell/');
const loadBulk = () => import('./lesson-list/bulk-bar.tsx');
const loadCollection = () => import('#features/imports/web/collections/collection-dialog.tsx');
const loadSettings = () => import('#features/bulk-edits/web/import-settings-dialog.tsx');
const loadImport = () => import('#features/imports/web/files/import-files-dialog.tsx');

/** `/`: the lessons list. */
export default function LessonsPage() {
  const user = useCurrentUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const lessons = useQuery(lessonsQuery);
  // Above the rows.
  const isReady = useFirstReplies([recentScreensQuery]);
  const [isImporting, setImporting] = useState(false);
  const [isImportingCollection, setImportingCollection] = useState(false);
  const [isImportingSettings, setImportingSettings] = useState(false);
  const openImport = () => setImporting(true);
  const openCollection = () => setImportingCollection(true);
  const openSettings = () => setImportingSettings(true);
  const isStaff = !user.external;
  useCommands([
    {
      id: 'lessons:import',
      label: 'Import lessons',
      group: 'Actions',
      keywords: 'jupyter notebook markdown',
      icon: IconFileImport,
      run: openImport,
    },
    ...(isStaff
      ? [
          {
            id: 'lessons:import-collection',
            label: 'Import a collection',
            group: 'Actions' as const,
            keywords: 'course book zip folder git repository quarto jupyter myst carpentries',
            icon: IconBooks,
            run: openCollection,
          },
          {
            id: 'lessons:import-settings',
            label: 'Import settings of lessons',
            group: 'Actions' as const,
            keywords: 'csv excel spreadsheet metadata bulk',
            icon: IconTable,
            run: openSettings,
          },
        ]
      : []),
  ]);

  const open = useCallback(
    (row: Pick<LessonRow, 'id'>) => void navigate({ to: '/lesson/$lessonId', params: { lessonId: row.id } }),
    [navigate],
  );
  const setSearch = useCallback((next: LessonsSearch) => void navigate({ to: '/', search: next, replace: true }), [navigate]);
  const renderBulk = useCallback(
    (selected: readonly LessonRow[], clear: () => void) => (
      <OnDemand load={loadBulk} props={{ lessons: selected, isStaff, onClear: clear }} />
    ),
    [isStaff],
  );
  const { actions, clone, syncError, dialog } = useLessonActions(user, open);
  const rows = lessons.data ?? [];
  const cloned = rows.find((row) => row.id === clone.variables?.id)?.sequence;

  const isFirst = lessons.data !== undefined && isWithoutOwnLessons(lessons.data);
  const newLesson = useNewLesson({ lessons: rows, takesFocus: isFirst });

  return (
    <Page
      title="Lessons"
      layout="list"
      isFilling
      beside={
        <>
          <Link to="/trash" className={classes.quietLink ?? ''}>
            Trash
          </Link>
          {isStaff ? (
            <>
              <Link to="/bulk-edits" className={classes.quietLink ?? ''}>
                Bulk edits
              </Link>
              <Link to="/library" className={classes.quietLink ?? ''}>
                Library report
              </Link>
            </>
          ) : null}
          <Link to="/" search={otherView(search)} className={classes.quietLink ?? ''}>
            {search.view === 'board' ? 'Table' : 'Board'}
          </Link>
        </>
      }
      actions={
        <>
          {isFirst ? null : <NewLessonEntry form={newLesson.form} />}
          <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={openImport}>
            Import
          </Button>
          {isStaff ? (
            <>
              <Button variant="default" leftSection={<IconBooks size={16} aria-hidden />} onClick={openCollection}>
                Import a collection…
              </Button>
              <Button variant="default" leftSection={<IconTable size={16} aria-hidden />} onClick={openSettings}>
                Import CSV…
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {newLesson.refusal}
      {clone.isError ? (
        <Refusal text={failureText(clone.error, MESSAGES.cloneFailed)} existing={findExisting(clone.error, cloned, rows)} />
      ) : null}
      {syncError ? <ErrorBanner text={failureText(syncError, MESSAGES.syncFailed)} /> : null}
      {lessons.isError ? <ErrorBanner text={lessons.error.message} /> : null}
      {isFirst ? (
        <section className={classes.first} aria-label={MESSAGES.firstTitle}>
          <Title order={2}>{MESSAGES.firstTitle}</Title>
          <Text size="sm">
            {MESSAGES.firstAbout} {sampleNumbers(rows) === '' ? null : MESSAGES.firstSamples(sampleNumbers(rows))}
          </Text>
          {newLesson.form}
        </section>
      ) : null}
      {lessons.data && isReady ? (
        <LessonActions value={actions}>
          <ContinueBar />
          <LessonsList
            rows={lessons.data}
            userName={user.name}
            search={search}
            onSearch={setSearch}
            onOpen={open}
            renderBulk={renderBulk}
          />
        </LessonActions>
      ) : lessons.isError ? null : (
        <TableSkeleton />
      )}
      {dialog}
      {isImportingCollection ? <OnDemand load={loadCollection} props={{ onClose: () => setImportingCollection(false) }} /> : null}
      {isImportingSettings ? <OnDemand load={loadSettings} props={{ onClose: () => setImportingSettings(false) }} /> : null}
      {isImporting ? (
        <OnDemand
          load={loadImport}
          props={{ numbers: rows.map((row) => row.sequence), hasReleases: !user.external, onClose: () => setImporting(false) }}
        />
      ) : null}
    </Page>
  );
}

/** The same lessons as a board, or as a table. */
function otherView({ view, page: _page, ...rest }: LessonsSearch): LessonsSearch {
  return view === 'board' ? rest : { ...rest, view: 'board' };
}
