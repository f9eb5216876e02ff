import { holdsValue, type SoughtValue } from '#contract/check-value.ts';

export interface ValueSearch {
  sought: SoughtValue;
  texts: readonly string[];
}

/** Runs searches in a worker: some patterns backtrack forever and must not block the page. */
globalThis.addEventListener('message', ({ data: { sought, texts } }: MessageEvent<ValueSearch>) => {
  globalThis.postMessage(texts.some((text) => holdsValue(sought, text)));
});
globalThis.postMessage('ready');
