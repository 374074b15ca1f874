import type { LabReport } from '#shared/lab-messages/lab-messages.ts';

type Modal = { readonly status: string | null; readonly origin: string };

/** Of a modal's record: its status, and where its page is; its address stays in the page. */
const modalOf = async (reply: Response): Promise<Modal | undefined> => {
  try {
    const { url, status } = (await reply.json()) as { url: string; status?: unknown };
    return { origin: new URL(url).origin, status: typeof status === 'string' ? status.slice(0, 60) : null };
  } catch {
    return undefined;
  }
};

/** `fetch`, with a report of each call to the service: method, path, status, duration; never a header or a body. */
export const wrapFetch =
  (pageFetch: typeof fetch, service: string, report: (what: LabReport) => unknown): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href);
    if (url.origin !== new URL(service).origin) return pageFetch(input, init);
    const method = init?.method === 'POST' ? 'POST' : 'GET';
    const path = url.pathname;
    const began = performance.now();
    const ended = (status: number | null, modal?: Modal) =>
      report({ kind: 'request', method, path, status, ms: performance.now() - began, ...(modal && { modal }) });
    try {
      const reply = await pageFetch(input, init);
      const modal = path.endsWith('/migration-modal') && reply.ok ? await modalOf(reply.clone()) : undefined;
      ended(reply.status, modal);
      return reply;
    } catch (error) {
      ended(null);
      throw error;
    }
  };
