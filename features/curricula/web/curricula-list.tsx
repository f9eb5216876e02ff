import { Button } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { CopyFlow } from '#features/releases/web/copy-flow.tsx';
import { ImportDialog } from '#features/releases/web/import-dialog.tsx';
import { NewDialog } from '#features/releases/web/new-dialog.tsx';
import { useCommands } from '#platform/web/commands.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { TableColumn } from '#platform/web/ui/data-table/columns.ts';
import { SearchedTable } from '#platform/web/ui/data-table/searched-table.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import type { ListSearch } from '#platform/web/ui/data-table/table-state.ts';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Page } from '#platform/web/ui/page.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { CurriculumSummary } from '../contract/curricula.ts';
import { listQuery, useCopy, useCreate, useImport } from './api.ts';
import { RowActionsContext } from './curriculum-columns.tsx';
import type { CurriculumKind } from './kinds.ts';
import { messagesOf } from './messages.ts';
import { useCurriculumEvents } from './use-curriculum-events.ts';

interface CurriculaListProps<S extends CurriculumSummary, I extends S, F extends object> {
  kind: CurriculumKind<S, I, F>;
  columns: readonly TableColumn<S>[];
  /** The text of a row that the search box matches. */
  searchText: (row: S) => string;
  search: ListSearch;
  /** Beside Import. */
  actions?: ReactNode;
}

/** The page of the courses, or the paths, of every release. External authors can only read it. */
export function CurriculaList<S extends CurriculumSummary, I extends S, F extends object>(props: CurriculaListProps<S, I, F>) {
  const { kind, columns, searchText, search } = props;
  const { noun, title } = kind;
  const messages = messagesOf(kind);
  const navigate = useNavigate();
  const canEdit = !useCurrentUser().external;
  const rows = useQuery(listQuery(kind));
  const create = useCreate(kind);
  const importNumbers = useImport(kind);
  const copy = useCopy(kind);
  const [copied, setCopied] = useState<CurriculumSummary | null>(null);
  useCurriculumEvents(kind);
  const { add, ...rest } = search;
  const setSearch = (next: ListSearch) => void navigate({ to: kind.listAddress, search: next, replace: true });
  const open = (id: number) => void navigate({ to: kind.address(id) });
  const openNew = () => setSearch({ ...rest, add: 'new' });
  const openImport = () => setSearch({ ...rest, add: 'import' });
  const close = () => setSearch(rest);
  const command = { group: 'Actions', ...(kind.keywords === undefined ? {} : { keywords: kind.keywords }) } as const;
  useCommands(
    canEdit
      ? [
          { ...command, id: `${noun}s:new`, label: `New ${noun}`, icon: IconPlus, run: openNew },
          { ...command, id: `${noun}s:import`, label: `Import ${noun}s`, icon: IconDownload, run: openImport },
        ]
      : [],
  );
  const actions = useMemo(() => ({ copy: canEdit ? setCopied : null }), [canEdit]);
  return (
    <Page
      title={`${title}s`}
      layout="list"
      actions={
        canEdit ? (
          <>
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={openImport}>
              Import
            </Button>
            {props.actions}
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={openNew}>
              New {title}
            </Button>
          </>
        ) : null
      }
    >
      {rows.isError ? <ErrorBanner text={failureText(rows.error, messages.listFailed)} onRetry={() => void rows.refetch()} /> : null}
      {rows.data ? (
        <RowActionsContext value={actions}>
          <SearchedTable
            label={`${title}s`}
            noun={noun}
            columns={columns}
            rows={rows.data}
            rowId={({ id }) => id}
            searchText={searchText}
            search={search}
            onSearch={setSearch}
            onOpen={({ id }) => open(id)}
            empty={
              <EmptyState
                text={messages.empty}
                action={
                  canEdit ? (
                    <Button variant="default" size="xs" onClick={openNew}>
                      New {title}
                    </Button>
                  ) : null
                }
              />
            }
          />
        </RowActionsContext>
      ) : rows.isPending ? (
        <TableSkeleton rows={8} />
      ) : null}
      {canEdit && add === 'new' && !rows.isPending ? (
        <NewDialog
          title={`New ${title}`}
          nameLabel={`${title} Name`}
          submitLabel={`Create ${title}`}
          suggested={Math.max(0, ...(rows.data ?? []).map(({ sequence }) => sequence)) + 1}
          hasRelease={kind.hasRelease}
          isBusy={create.isPending}
          error={create.isError ? errorText(create.error, messages.createFailed) : null}
          onCreate={(fields) => create.mutate(fields, { onSuccess: ({ id }) => open(id) })}
          onClose={close}
        />
      ) : null}
      {canEdit && add === 'import' ? (
        <ImportDialog
          title={`Import ${title}s`}
          noun={noun}
          onImport={importNumbers}
          onDone={(text) => {
            close();
            showResult(text);
          }}
          onClose={close}
        />
      ) : null}
      <CopyFlow noun={noun} original={copied} copy={copy} messages={messages} onOpen={open} onClose={() => setCopied(null)} />
    </Page>
  );
}
