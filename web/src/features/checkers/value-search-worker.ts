import { matchesCheckValue, type ParsedCheckValue } from '#contract/check-value.ts';

export interface ValueSearch {
  sought: ParsedCheckValue;
  texts: readonly string[];
}

/** Runs searches in a worker: some patterns backtrack forever and must not block the page. */
globalThis.addEventListener('message', ({ data: { sought, texts } }: MessageEvent<ValueSearch>) => {
  globalThis.postMessage(texts.some((text) => matchesCheckValue(sought, text)));
});
globalThis.postMessage('ready');
