import { ActionIcon, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { createContext, use, useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { PagedTable } from '#platform/web/ui/data-table/paged-table.tsx';
import type { TableSearch } from '#platform/web/ui/data-table/table-state.ts';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { DatasetVersion } from '../contract/datasets.ts';
import { onDownload, zipUrl } from './api.ts';
import { descriptionColumn, Hash } from './dataset-columns.tsx';
import { FilesDialog } from './files-dialog.tsx';
import { LessonNumbers } from './lesson-numbers.tsx';
import classes from './datasets.module.css';

/** Shows all files of a version; provided by the table. */
const ShowFiles = createContext<(version: DatasetVersion) => void>(() => undefined);

/** The columns of the version history, in order. */
const COLUMNS: readonly TableColumn<DatasetVersion>[] = [
  { id: 'hash', header: 'Hash', minWidth: 84, cell: ({ hash }) => <Hash hash={hash} />, sortValue: ({ hash }) => hash },
  {
    id: 'files',
    header: 'Files',
    minWidth: 150,
    grow: 2,
    cell: (version) => <FilesCell version={version} />,
    sortValue: ({ files }) => files.length,
  },
  descriptionColumn(),
  {
    id: 'lessons',
    header: 'Lessons',
    minWidth: 96,
    grow: 1,
    isNarrow: false,
    cell: (version) => <LessonNumbers sequences={version.lesson_sequences} />,
    sortValue: (version) => version.lesson_sequences.length,
  },
  {
    id: 'created',
    header: 'Upload date',
    minWidth: 104,
    cell: ({ created }) => <RelativeTime at={created} />,
    sortValue: ({ created }) => created,
  },
  { id: 'download', header: 'Download', minWidth: 80, cell: (version) => <DownloadCell version={version} /> },
];

interface VersionsTableProps {
  versions: readonly DatasetVersion[];
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
}

/** The versions of a dataset, latest first. Enter on a row shows its files. */
export function VersionsTable({ versions, search, onSearch }: VersionsTableProps) {
  const [shown, setShown] = useState<DatasetVersion | null>(null);
  return (
    <ShowFiles value={setShown}>
      <PagedTable
        label="Version history"
        noun="version"
        columns={COLUMNS}
        rows={versions}
        rowId={({ id }) => id}
        search={search}
        onSearch={onSearch}
        onOpen={setShown}
      />
      <FilesDialog version={shown} onClose={() => setShown(null)} />
    </ShowFiles>
  );
}

function FilesCell({ version }: { version: DatasetVersion }) {
  const show = use(ShowFiles);
  const { files, bytes } = version;
  const names = files.map(({ file_name }) => file_name).join(', ');
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        tabIndex={useRowTabIndex()}
        aria-label={`Files of version ${version.hash.slice(0, 8)}`}
        onClick={() => show(version)}
      >
        {counted(files.length, 'file')} · {fileSizeText(bytes)}
      </Button>
      <span className={classes.cut} style={{ marginLeft: 'var(--mantine-spacing-xs)' }} title={names}>
        {names}
      </span>
    </>
  );
}

function DownloadCell({ version }: { version: DatasetVersion }) {
  return (
    <ActionIcon
      component="a"
      href={zipUrl(version)}
      download
      onClick={onDownload(zipUrl(version))}
      tabIndex={useRowTabIndex()}
      aria-label={`Download version ${version.hash.slice(0, 8)}`}
      title="Download"
    >
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  );
}
