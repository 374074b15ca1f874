import { labPostSchema, type LabReport } from '#shared/lab-messages.ts';
import { createArrivals } from '../base/arrivals.ts';
import { createCommandQueue } from '../../console/modal-lab/command-queue.ts';
import { labPagePolicy } from '../../console/modal-lab/lab-policy.ts';
import { labPageDocument, readLabFiles, startLabServer } from '../../console/modal-lab/lab-server.ts';

interface SdkPageOptions {
  readonly labFiles: string;
  readonly baseURL: string;
  readonly withoutKeys: (text: string) => string;
  /** Acts as the organization's backend. Returns null if the service issues no link token. */
  readonly mint: () => Promise<string | null>;
  readonly signal: AbortSignal;
}

/** Rejects if the page's files aren't built or if no port is available. */
export async function openSdkPage({ labFiles, baseURL, withoutKeys, mint, signal }: SdkPageOptions) {
  const files = readLabFiles(labFiles);
  const reports = createArrivals<LabReport>(signal);
  const commands = createCommandQueue();
  const server = await startLabServer({
    files,
    document: () => labPageDocument(files, { service: baseURL, theme: 'light' }),
    policy: labPagePolicy({ service: new URL(baseURL).origin, limitedTo: null, framedBy: "'none'" }),
    withoutKeys,
    posts: {
      'link-token': async () => {
        const token = await mint();
        return token === null ? { status: 502, body: {} } : { status: 200, body: { link_token: token } };
      },
      report: async (body) => {
        const { report } = labPostSchema.parse(body);
        if (report) reports.add(report);
        return { status: 200, body: {} };
      },
      next: async (_body, closed) => ({ status: 200, body: { commands: await commands.next(closed) } }),
    },
  });
  return {
    address: server.address,
    reports: reports.all,
    give: commands.give,
    until: reports.until,
    close: async () => {
      commands.close();
      await server.close();
    },
  };
}

export type SdkPage = Awaited<ReturnType<typeof openSdkPage>>;
