import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface ReceivedWebhook {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed body. */
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly previous_status?: string | null;
    readonly sequence?: number;
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Sets the response to the next webhooks. @default 204 */
  answer: (webhook: ReceivedWebhook) => Answer | Promise<Answer>;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<WebhookReceiver> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const id = String(request.headers['webhook-id']);
      const webhook = { id, headers: request.headers, body, event: JSON.parse(body) };
      receiver.received.push(webhook);
      void Promise.resolve(receiver.answer(webhook)).then(({ status, headers = {}, body: text = '' }) =>
        response.writeHead(status, headers).end(text),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: () => ({ status: 204 }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};

/** Verifies a webhook with the Standard Webhooks library and any of these secrets. */
export const isVerified = ({ body, headers }: ReceivedWebhook, ...secrets: readonly string[]): boolean =>
  secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  });
