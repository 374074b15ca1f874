import type { LabReport } from '#shared/lab-messages/lab-messages.ts';

/** Longer than any modal page needs to say its first word after it has loaded, in ms. */
const silence = 4_000;

export interface FrameWatch {
  /** An event has come: the page in the frame works. */
  readonly heard: () => void;
}

/** Reports when the frame of a modal has loaded, and where nothing is heard of it afterwards. */
export const watchFrames = (report: (what: LabReport) => unknown): FrameWatch => {
  let timer: number | undefined;
  const watch = (frame: HTMLIFrameElement): void => {
    const began = performance.now();
    let heardBefore = false;
    forget = () => {
      heardBefore = true;
      clearTimeout(timer);
    };
    frame.addEventListener(
      'load',
      () => {
        report({ kind: 'frame', ms: performance.now() - began });
        if (heardBefore) return;
        timer = setTimeout(() => {
          if (frame.isConnected) report({ kind: 'silent', url: frame.src.slice(0, 2_000) });
        }, silence);
      },
      { once: true },
    );
  };
  let forget = (): void => undefined;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const frame = node instanceof Element ? (node.matches('iframe') ? node : node.querySelector('iframe')) : null;
      if (frame instanceof HTMLIFrameElement) watch(frame);
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
  return { heard: () => forget() };
};
