import { configure } from '@testing-library/dom';

/** What the pages use of a browser that jsdom has not: it lays nothing out, so that nothing has a size and nothing scrolls. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
  requestIdleCallback: (act: () => void) => setTimeout(act),
  cancelIdleCallback: clearTimeout,
  scrollTo: () => undefined,
});
Element.prototype.scrollIntoView = () => undefined;
// Room for the rows of a list that draws only those in view.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });

configure({
  asyncUtilTimeout: 60_000,
  // The library prints the whole page into each error, also into those of a wait that goes on: most of the time of a test.
  getElementError: (message) => new Error(message ?? 'Not on the page.'),
});
