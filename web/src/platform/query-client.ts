import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';

const RETRIES = 2;

/** Only what may heal by itself is tried again: a server that was not reached, or a part of it that is down. */
function canRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** The page's one store of what the server sent. Old rows stay while new ones come; nothing is fetched twice within `staleTime`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: canRetry },
    mutations: { retry: false },
  },
});
