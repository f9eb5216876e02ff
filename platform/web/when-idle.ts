/** For browsers that don't say when they are idle: Safari. */
const FALLBACK_DELAY_MS = 1_000;

/** Runs `work` once the browser has nothing else to do, so that it delays neither a page nor a key. Returns what cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const request = requestIdleCallback(work);
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(work, FALLBACK_DELAY_MS);
  return () => clearTimeout(timer);
}
