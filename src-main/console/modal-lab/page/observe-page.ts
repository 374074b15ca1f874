import type { LabReport } from '#shared/lab-messages.ts';

const silenceMs = 4_000;

export const watchFrames = (report: (what: LabReport) => unknown) => {
  let timer: number | undefined;
  const watch = (frame: HTMLIFrameElement): void => {
    const startedAt = performance.now();
    let wasReported = false;
    forget = () => {
      wasReported = true;
      clearTimeout(timer);
    };
    frame.addEventListener(
      'load',
      () => {
        report({ kind: 'frame', ms: performance.now() - startedAt });
        if (wasReported) return;
        timer = setTimeout(() => {
          if (frame.isConnected) report({ kind: 'silent', url: frame.src.slice(0, 2_000) });
        }, silenceMs);
      },
      { once: true },
    );
  };
  let forget = (): void => undefined;
  let isShown = false;
  new MutationObserver(() => {
    const isDialogOpen = document.querySelector('dialog[open]') !== null;
    if (isDialogOpen === isShown) return;
    isShown = isDialogOpen;
    report({ kind: 'shown', shown: isDialogOpen });
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['open'], childList: true, subtree: true });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      const frame = node instanceof Element ? (node.matches('iframe') ? node : node.querySelector('iframe')) : null;
      if (frame instanceof HTMLIFrameElement) watch(frame);
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
  return {
    noteEvent: () => forget(),
  };
};

type Modal = { readonly status: string | null; readonly origin: string };

/** The full URL of the modal never leaves the page. */
const modalOf = async (reply: Response): Promise<Modal | undefined> => {
  try {
    const { url, status } = (await reply.json()) as { url: string; status?: unknown };
    return { origin: new URL(url).origin, status: typeof status === 'string' ? status.slice(0, 60) : null };
  } catch {
    return undefined;
  }
};

/** Wraps `fetch` to report each call to the service: method, path, status and duration, never headers or bodies. */
export const wrapFetch =
  (pageFetch: typeof fetch, service: string, report: (what: LabReport) => unknown): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.origin !== new URL(service).origin) return pageFetch(input, init);
    const method = init?.method === 'POST' ? 'POST' : 'GET';
    const path = url.pathname;
    const began = performance.now();
    const recordEnd = (status: number | null, modal?: Modal) =>
      report({ kind: 'request', method, path, status, ms: performance.now() - began, ...(modal && { modal }) });
    try {
      const reply = await pageFetch(input, init);
      const modal = path.endsWith('/migration-modal') && reply.ok ? await modalOf(reply.clone()) : undefined;
      recordEnd(reply.status, modal);
      return reply;
    } catch (error) {
      recordEnd(null);
      throw error;
    }
  };
