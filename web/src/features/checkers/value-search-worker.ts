import { holdsValue, type SoughtValue } from '#contract/check-value.ts';

/** What a page sends to the search. */
export interface ValueSearch {
  sought: SoughtValue;
  texts: readonly string[];
}

/** A search on a thread of its own: some patterns never come to an end, and the page must not wait for them. */
globalThis.addEventListener('message', ({ data: { sought, texts } }: MessageEvent<ValueSearch>) => {
  globalThis.postMessage(texts.some((text) => holdsValue(sought, text)));
});
globalThis.postMessage('ready');
