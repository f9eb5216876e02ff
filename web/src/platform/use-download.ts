import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { downloadFile } from './download.ts';
import { isAbort } from './operation.ts';

interface Download {
  url: string;
  /** What the browser keeps it under. */
  fileName: string;
}

/** A file that is made while it is fetched: at most one at a time. It ends when the page is left. */
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
    /** What is on its way. */
    running: fetching.isPending ? fetching.variables : null,
    /** What was asked for last, when that failed; Stop is no failure. */
    failed: fetching.isError && !isAbort(fetching.error) ? { ...fetching.variables, error: fetching.error } : null,
  };
}
