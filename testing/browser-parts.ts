import { format } from 'node:util';
import { afterAll, afterEach, vi } from 'vitest';

/**
 * What components use of a browser and jsdom lacks, since it lays nothing out: a window that matches no media query and never changes
 * its size, fonts that are loaded, and scrolling. All files of a worker share one page, so each file gets it empty, and modules of ours
 * that no other file has used or mocked. A test that logs a warning fails.
 */
class StillObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  IS_REACT_ACT_ENVIRONMENT: true,
  ResizeObserver: StillObserver,
  scrollTo: () => undefined,
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
});
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

vi.resetModules();

/** What React, its libraries and the pages warned of since the last test. */
const warnings: string[] = [];
for (const level of ['error', 'warn'] as const) console[level] = (...values: unknown[]) => void warnings.push(format(...values));

function failOnWarnings(): void {
  const logged = warnings.splice(0);
  if (logged.length > 0) throw new Error(`The test logged:\n${logged.join('\n')}`);
}

afterEach(failOnWarnings);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  failOnWarnings();
});
