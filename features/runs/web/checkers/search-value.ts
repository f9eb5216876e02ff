import { matchesCheckValue, type ParsedCheckValue, type SearchedText } from '../../contract/check-value.ts';
import type { ValueSearch } from './value-search-worker.ts';

/** Time limit of a search in milliseconds, not counting the start of the worker. */
const SEARCH_LIMIT_MS = 2_000;

/** Whether each text has the value, or why that isn't known. */
export type SearchResult = readonly boolean[] | 'too-slow' | 'failed';

/** Searches texts for a value; patterns run in a worker. Aborting `signal` ends the search without a result. */
export function searchValue(sought: ParsedCheckValue, texts: readonly SearchedText[], signal: AbortSignal): Promise<SearchResult> {
  if (sought.pattern === null) return Promise.resolve(texts.map((text) => matchesCheckValue(sought, text)));
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./value-search-worker.ts', import.meta.url), { type: 'module' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    function end(result: SearchResult | null) {
      clearTimeout(timer);
      worker.terminate();
      if (result !== null) resolve(result);
    }
    signal.addEventListener('abort', () => end(null), { once: true });
    worker.addEventListener('error', () => end('failed'));
    worker.addEventListener('message', ({ data }: MessageEvent<boolean[] | 'ready'>) => {
      if (data !== 'ready') {
        end(data);
        return;
      }
      timer = setTimeout(() => end('too-slow'), SEARCH_LIMIT_MS);
      worker.postMessage({ sought, texts } satisfies ValueSearch);
    });
  });
}
