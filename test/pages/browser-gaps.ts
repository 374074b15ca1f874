import { configure } from '@testing-library/dom';
import * as react from 'react';

/**
 * Browser features that the pages use and jsdom lacks: it has no layout, so elements have no size and nothing scrolls.
 */
class InactiveObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(globalThis, {
  ResizeObserver: InactiveObserver,
  IntersectionObserver: InactiveObserver,
  matchMedia: (media: string) => ({ media, matches: false, addEventListener() {}, removeEventListener() {} }),
  requestIdleCallback: (act: () => void) => setTimeout(act),
  cancelIdleCallback: clearTimeout,
  scrollTo: () => undefined,
});
Element.prototype.scrollIntoView = () => undefined;
// Gives virtual lists enough height to draw rows.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });

configure({
  asyncUtilTimeout: 60_000,
  // By default the library prints the whole page into each error, even while it polls: most of a test's time.
  getElementError: (message) => new Error(message ?? 'Not on the page.'),
});

// In development, React records a stack for each element, which takes a fifth of the tests' time. A full budget turns it off.
const internals: object = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });
