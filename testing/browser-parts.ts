/**
 * What components use of a browser and jsdom lacks, since it lays nothing out: a window that matches no media query and never changes
 * its size, fonts that are loaded, and scrolling.
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
