import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { downloadFile } from './download.ts';
import { isAbort } from './operation.ts';

interface Download {
  url: string;
  /** File name of the download. */
  fileName: string;
}

/** Downloads generated files, one at a time. Leaving the page stops it. */
export function useDownload<D extends Download>() {
  const aborting = useRef<AbortController | null>(null);
  const fetching = useMutation({
    mutationFn: ({ url, fileName }: D) => {
      aborting.current = new AbortController();
      return downloadFile(url, fileName, aborting.current.signal);
    },
  });
  useEffect(() => () => aborting.current?.abort(), []);
  return {
    start: fetching.mutate,
    stop: () => aborting.current?.abort(),
    /** The running download. */
    running: fetching.isPending ? fetching.variables : null,
    /** The last download, if it failed; stopping is no failure. */
    failed: fetching.isError && !isAbort(fetching.error) ? { ...fetching.variables, error: fetching.error } : null,
  };
}
