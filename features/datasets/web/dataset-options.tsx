import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDownload, IconHistory, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MenuBodyProps } from '#platform/web/ui/menu-on-demand.tsx';
import { RowMenu } from '#platform/web/ui/row-menu.tsx';
import type { Dataset } from '../contract/datasets.ts';
import { onDownload, zipUrl } from './api.ts';
import type { DatasetActions } from './dataset-actions.ts';

interface DatasetOptionsProps extends MenuBodyProps {
  dataset: Dataset;
  actions: DatasetActions;
}

/** The entries of a dataset's action menu. */
export default function DatasetOptions({ dataset, actions, ...menu }: DatasetOptionsProps) {
  const { id, latest_version_id, archived } = dataset;
  const zip = zipUrl({ dataset_id: id, id: latest_version_id });
  return (
    <RowMenu {...menu}>
      <Menu.Item component="a" href={zip} download onClick={onDownload(zip)} leftSection={<IconDownload size={15} aria-hidden />}>
        Download
      </Menu.Item>
      <Menu.Item leftSection={<IconUpload size={15} aria-hidden />} onClick={() => actions.upload(dataset)}>
        Upload new version
      </Menu.Item>
      <Menu.Item component={Link} to={`/datasets/${id}`} leftSection={<IconHistory size={15} aria-hidden />}>
        View version history
      </Menu.Item>
      <Menu.Item
        leftSection={archived ? <IconArchiveOff size={15} aria-hidden /> : <IconArchive size={15} aria-hidden />}
        onClick={() => actions.archive(dataset, !archived)}
      >
        {archived ? 'Unarchive' : 'Archive'}
      </Menu.Item>
    </RowMenu>
  );
}
