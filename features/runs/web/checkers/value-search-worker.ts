import { matchesCheckValue, type ParsedCheckValue, type SearchedText } from '../../contract/check-value.ts';

export interface ValueSearch {
  sought: ParsedCheckValue;
  texts: readonly SearchedText[];
}

/** Runs searches in a worker: some patterns backtrack forever and must not block the page. */
globalThis.addEventListener('message', ({ data: { sought, texts } }: MessageEvent<ValueSearch>) => {
  globalThis.postMessage(texts.map((text) => matchesCheckValue(sought, text)));
});
globalThis.postMessage('ready');
