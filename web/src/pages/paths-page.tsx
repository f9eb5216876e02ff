import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { PathSummary } from '#contract/paths.ts';
import { useCopyPath, useCreatePath, useImportPaths } from '#web/features/paths/api.ts';
import { MESSAGES } from '#web/features/paths/messages.ts';
import { PathActionsContext } from '#web/features/paths/path-actions.ts';
import { PathsTable } from '#web/features/paths/paths-table.tsx';
import { usePathEvents } from '#web/features/paths/use-path-events.ts';
import { useCommands } from '#web/platform/commands.ts';
import { errorText, failureText } from '#web/platform/error-text.ts';
import { pathsQuery } from '#web/platform/queries.ts';
import { ErrorBanner } from '#web/ui/banner.tsx';
import type { ListSearch } from '#web/ui/data-table/list-search.ts';
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx';
import { Page } from '#web/ui/page.tsx';
import { CopyFlow } from '#web/ui/release-dialogs/copy-flow.tsx';
import { ImportDialog } from '#web/ui/release-dialogs/import-dialog.tsx';
import { NewDialog } from '#web/ui/release-dialogs/new-dialog.tsx';
import { showResult } from '#web/ui/toast.ts';

const route = getRouteApi('/signed-in/shell/tracks');

/** `/tracks`: the paths of every release (B §2). */
export default function PathsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const paths = useQuery(pathsQuery);
  const create = useCreatePath();
  const importPaths = useImportPaths();
  const copy = useCopyPath();
  const [copied, setCopied] = useState<PathSummary | null>(null);
  usePathEvents();
  const { add, ...rest } = search;
  const setSearch = (next: ListSearch) => void navigate({ to: '/tracks', search: next, replace: true });
  const open = (id: number) => void navigate({ to: '/track/$trackId', params: { trackId: id } });
  const openNew = () => setSearch({ ...rest, add: 'new' });
  const openImport = () => setSearch({ ...rest, add: 'import' });
  const close = () => setSearch(rest);
  useCommands([
    { id: 'paths:new', label: 'New path', group: 'Actions', keywords: 'track', icon: IconPlus, run: openNew },
    { id: 'paths:import', label: 'Import paths', group: 'Actions', keywords: 'track', icon: IconDownload, run: openImport },
  ]);
  const actions = useMemo(() => ({ copy: setCopied }), []);

  return (
    <Page
      title="Paths"
      actions={
        <>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={openImport}>
            Import
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
            New Path
          </Button>
        </>
      }
    >
      {paths.isError ? (
        <ErrorBanner
          text={failureText(paths.error, MESSAGES.listFailed)}
          actions={
            <Button size="xs" variant="default" onClick={() => void paths.refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      {paths.data ? (
        <PathActionsContext value={actions}>
          <PathsTable paths={paths.data} search={search} onSearch={setSearch} onOpen={({ id }) => open(id)} onAdd={openNew} />
        </PathActionsContext>
      ) : paths.isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
      {add === 'new' ? (
        <NewDialog
          title="New Path"
          nameLabel="Path Name"
          submitLabel="Create Path"
          isBusy={create.isPending}
          error={create.isError ? errorText(create.error, MESSAGES.createFailed) : null}
          onCreate={(path) => create.mutate(path, { onSuccess: ({ id }) => open(id) })}
          onClose={close}
        />
      ) : null}
      {add === 'import' ? (
        <ImportDialog
          title="Import Paths"
          noun="path"
          onImport={importPaths}
          onDone={(text) => {
            close();
            showResult(text);
          }}
          onClose={close}
        />
      ) : null}
      <CopyFlow noun="path" original={copied} copy={copy} messages={MESSAGES} onOpen={open} onClose={() => setCopied(null)} />
    </Page>
  );
}
