import { Anchor } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { DatasetVersion } from '../contract/datasets.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './datasets.module.css';

/** The beginning of a file; a version never changes. */
function fileQuery({ dataset_id, id }: DatasetVersion, name: string) {
  return queryOptions({
    queryKey: ['datasets', dataset_id, 'file', id, name],
    queryFn: ({ signal }) => api.getDatasetFile({ params: { id: dataset_id, versionId: id }, query: { name } }, { signal }),
    staleTime: Infinity,
  });
}

/** The files of a version; null: closed. Each shows how it begins. */
export function FilesDialog({ version, onClose }: { version: DatasetVersion | null; onClose: () => void }) {
  return (
    <Dialog
      opened={version !== null}
      onClose={onClose}
      title={version === null ? '' : `Files of version ${version.hash.slice(0, 8)}`}
      size="xl"
    >
      {version ? <Files key={version.id} version={version} /> : null}
    </Dialog>
  );
}

function Files({ version }: { version: DatasetVersion }) {
  const [open, setOpen] = useState<string | null>(version.files.length === 1 ? (version.files[0]?.file_name ?? null) : null);
  return (
    <ul className={classes.fileNames} aria-label="Files">
      {version.files.map(({ file_name: name, bytes }) => (
        <li key={name}>
          <Anchor
            component="button"
            type="button"
            size="sm"
            aria-expanded={open === name}
            onClick={() => setOpen(open === name ? null : name)}
          >
            {name}
          </Anchor>
          <span className={layout.note}>{fileSizeText(bytes)}</span>
          {open === name ? <FileStart version={version} name={name} /> : null}
        </li>
      ))}
    </ul>
  );
}

function FileStart({ version, name }: { version: DatasetVersion; name: string }) {
  const { data, error, refetch } = useQuery(fileQuery(version, name));
  if (error) return <ErrorBanner text={failureText(error, MESSAGES.fileFailed)} onRetry={() => void refetch()} />;
  if (!data) return null;
  if (data.text === null || data.text === '')
    return <p className={layout.note}>{data.text === null ? MESSAGES.fileNotText : MESSAGES.fileEmpty}</p>;
  return (
    <>
      <pre className={`${layout.codeBox} ${classes.fileStart}`} {...KEYBOARD_SCROLL} aria-label={`Beginning of ${name}`}>
        {data.text}
      </pre>
      {data.is_cut ? <p className={layout.note}>{MESSAGES.fileCut}</p> : null}
    </>
  );
}
