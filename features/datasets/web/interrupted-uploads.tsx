import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import type { DatasetUpload } from '../contract/datasets.ts';
import { filesOfUpload, totals, type ChosenFile } from './chosen-files.ts';
import { MESSAGES } from './messages.ts';
import { uploadsQuery } from './queries.ts';

interface InterruptedUploadsProps {
  /** Null: uploads of new datasets. */
  datasetId: number | null;
  onResume: (upload: DatasetUpload, files: ChosenFile[]) => void;
}

/** Unfinished uploads, after a lost connection or a closed page. Each can be resumed or discarded. */
export function InterruptedUploads({ datasetId, onResume }: InterruptedUploadsProps) {
  const client = useQueryClient();
  const uploads = useQuery(uploadsQuery);
  const discard = useMutation({
    mutationFn: (uploadId: string) => api.discardDatasetUpload({ params: { uploadId } }),
    onSettled: () => client.invalidateQueries({ queryKey: uploadsQuery.queryKey }),
  });
  const mine = (uploads.data ?? []).flatMap((upload) => {
    const files = upload.dataset_id === datasetId ? filesOfUpload(upload) : null;
    return files === null ? [] : [{ upload, files, ...totals(files) }];
  });
  return (
    <>
      {discard.isError ? <ErrorBanner text={errorText(discard.error, MESSAGES.uploadFailed)} /> : null}
      {mine.map(({ upload, files, arrived, total }) => (
        <Banner
          key={upload.uploadId}
          kind="info"
          actions={
            <>
              <Button size="xs" variant="default" onClick={() => onResume(upload, files)}>
                Resume
              </Button>
              <Button size="xs" variant="default" loading={discard.isPending} onClick={() => discard.mutate(upload.uploadId)}>
                Discard
              </Button>
            </>
          }
        >
          {MESSAGES.interrupted(upload.name, arrived, total)}
        </Banner>
      ))}
    </>
  );
}
