import { Anchor, Badge, ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { type TableColumn, useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { MenuOnDemand } from '#platform/web/ui/menu-on-demand.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Dataset } from '../contract/datasets.ts';
import { DatasetActionsContext } from './dataset-actions.ts';
import { LessonNumbers } from './lesson-numbers.tsx';
import classes from './datasets.module.css';

const loadOptions = () => import('./dataset-options.tsx');

/** The action menu of a row. */
function DatasetMenu({ dataset }: { dataset: Dataset }) {
  const actions = use(DatasetActionsContext);
  const tabIndex = useRowTabIndex();
  return (
    <MenuOnDemand
      load={loadOptions}
      props={{ dataset, actions }}
      renderButton={(target) => (
        <ActionIcon {...target} tabIndex={tabIndex} aria-label={`Actions for ${dataset.name}`} title="Actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}

const SHORT_HASH = 8;

/** The short hash of a version; the full one on hover. */
export function Hash({ hash }: { hash: string }) {
  return (
    <span className={classes.hash} title={hash}>
      {hash.slice(0, SHORT_HASH)}
    </span>
  );
}

/** A description on one line. */
export function descriptionColumn<Row extends { description: string }>(): TableColumn<Row> {
  return {
    id: 'description',
    header: 'Description',
    minWidth: 140,
    grow: 3,
    isNarrow: false,
    cell: ({ description }) => (
      <span className={classes.cut} title={description}>
        {description}
      </span>
    ),
    sortValue: ({ description }) => description,
  };
}

/** The columns of the datasets list, in order. */
export const DATASET_COLUMNS: readonly TableColumn<Dataset>[] = [
  {
    id: 'name',
    header: 'Name',
    minWidth: 140,
    grow: 2,
    canHide: false,
    cell: (dataset) => <NameCell dataset={dataset} />,
    sortValue: ({ name }) => name,
  },
  descriptionColumn(),
  {
    id: 'lessons',
    header: 'Lessons using latest version',
    minWidth: 196,
    grow: 1,
    isNarrow: false,
    cell: ({ lessons }) => <LessonNumbers sequences={lessons} />,
    sortValue: ({ lessons }) => lessons.length,
  },
  {
    id: 'hash',
    header: 'Latest version hash',
    minWidth: 144,
    isNarrow: false,
    cell: (dataset) => <Hash hash={dataset.latest_version_hash} />,
    sortValue: (dataset) => dataset.latest_version_hash,
  },
  {
    id: 'versions',
    header: 'Number of versions',
    minWidth: 140,
    isNarrow: false,
    cell: (dataset) => dataset.version_count.toLocaleString('en'),
    sortValue: (dataset) => dataset.version_count,
  },
  {
    id: 'updated',
    header: 'Last update',
    minWidth: 116,
    cell: (dataset) => <RelativeTime at={dataset.last_update} />,
    sortValue: (dataset) => dataset.last_update,
  },
  {
    id: 'actions',
    header: 'Actions',
    minWidth: 48,
    isHeaderQuiet: true,
    canHide: false,
    cell: (dataset) => <DatasetMenu dataset={dataset} />,
  },
];

function NameCell({ dataset: { id, name, archived } }: { dataset: Dataset }) {
  return (
    <>
      <Anchor
        component={Link}
        to={`/datasets/${id}`}
        preload={false}
        tabIndex={useRowTabIndex()}
        className={classes.name ?? ''}
        size="sm"
        title={name}
      >
        {name}
      </Anchor>
      {archived ? (
        <Badge className={classes.archived ?? ''} color="draft">
          Archived
        </Badge>
      ) : null}
    </>
  );
}
