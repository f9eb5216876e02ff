import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import type { Dataset } from '../contract/datasets.ts';
import { datasetsQuery, uploadsQuery } from './queries.ts';
import { sendUpload, type UploadProgress, type UploadRequest } from './send-upload.ts';

interface Running {
  readonly stop: AbortController;
  uploadId: string | null;
}

/** An upload as the dialog sees it. */
export interface UploadTask {
  /** Null: no upload is running. */
  readonly progress: UploadProgress | null;
  readonly isStopping: boolean;
  readonly error: unknown;
  readonly wasStopped: boolean;
  start: (request: UploadRequest, onDone: (dataset: Dataset) => void) => void;
  /** Stops the upload and discards what has arrived. */
  stop: () => void;
}

/** Runs one upload at a time. Unmounting stops it; uploaded parts are kept. */
export function useUpload(): UploadTask {
  const client = useQueryClient();
  const running = useRef<Running | null>(null);
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [isStopping, setStopping] = useState(false);
  const [outcome, setOutcome] = useState<{ error: unknown; wasStopped: boolean }>({ error: null, wasStopped: false });
  useEffect(() => () => running.current?.stop.abort(), []);

  async function run(request: UploadRequest, mine: Running): Promise<Dataset | null> {
    try {
      const dataset = await sendUpload(request, {
        signal: mine.stop.signal,
        onProgress: setProgress,
        onBegun: (uploadId) => {
          mine.uploadId = uploadId;
        },
      });
      await client.invalidateQueries({ queryKey: datasetsQuery.queryKey });
      return dataset;
    } catch (error) {
      setOutcome(mine.stop.signal.aborted ? { error: null, wasStopped: true } : { error, wasStopped: false });
      return null;
    } finally {
      running.current = null;
      setProgress(null);
      setStopping(false);
      void client.invalidateQueries({ queryKey: uploadsQuery.queryKey });
    }
  }

  return {
    progress,
    isStopping,
    ...outcome,
    start: (request, onDone) => {
      const mine: Running = { stop: new AbortController(), uploadId: request.uploadId };
      running.current = mine;
      setOutcome({ error: null, wasStopped: false });
      setProgress({ sent: request.files.map(() => 0), state: 'sending', reason: null });
      void run(request, mine).then((dataset) => dataset && onDone(dataset));
    },
    stop: () => {
      const mine = running.current;
      if (!mine) return;
      setStopping(true);
      mine.stop.abort();
      // If the server cannot be reached, it deletes the upload after a day.
      if (mine.uploadId !== null) api.discardDatasetUpload({ params: { uploadId: mine.uploadId } }).catch(() => undefined);
    },
  };
}
