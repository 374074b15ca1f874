import { pino } from 'pino';
import { type Delivery, deliveryListSchema } from '#shared/webhooks-api/deliveries.ts';
import { type Endpoint, endpointListSchema } from '#shared/webhooks-api/endpoints.ts';
import { openTestService } from '#service/testing/test-service.ts';
import { startReceiver, type WebhookReceiver } from '#service/testing/webhook-receiver.ts';
import { startDelivery } from '#service/webhooks/deliver.ts';
import { createSender } from '#service/webhooks/send-request.ts';
import { expect } from 'vitest';

const localHost = { host: '127.0.0.1:80' };

/** A service with running migrations that delivers to local receivers. */
export async function openDeliveries() {
  const service = await openTestService(
    { migrations: 12, companies: 4 },
    { allowControl: true, webhooksAllowLoopback: true },
  );
  // Most seeded migrations have a final status, so the test sets some to a running one.
  await service.data.execute(
    `UPDATE migrations SET json = replace(json, '"status":"' || status || '"', '"status":"WORKING"'), status = 'WORKING'`,
  );
  const receivers = new Set<WebhookReceiver>();
  const deliver = () =>
    startDelivery({
      store: service.store,
      sender: createSender({ allowLoopback: true, takesMs: 60_000 }),
      logger: pino({ level: 'silent' }),
      pollEveryMs: 20,
    });
  let work = deliver();
  const post = async (url: string, body: unknown = {}) =>
    (await service.send({ method: 'POST', url, body, headers: localHost })).body as Record<string, never>;
  return {
    service,
    post,
    /** Stops the first instance and cuts its attempts in progress. */
    stop: () => work.stop(),
    /** Starts another instance on the same store. */
    restart: () => void (work = deliver()),
    receive: async (): Promise<WebhookReceiver> => {
      const receiver = await startReceiver();
      receivers.add(receiver);
      return receiver;
    },
    /** Closes a receiver before the end of the test. */
    dropReceiver: async (receiver: WebhookReceiver) => {
      receivers.delete(receiver);
      await receiver.close();
    },
    addEndpoint: async (url: string, more: object = {}): Promise<{ id: string; secret: string }> =>
      (await post('/webhooks/v1/endpoints', { url, ...more })) as unknown as { id: string; secret: string },
    listEndpoints: async (): Promise<readonly Endpoint[]> =>
      endpointListSchema.parse((await service.send({ url: '/webhooks/v1/endpoints' })).body).results,
    listDeliveries: async (query = ''): Promise<readonly Delivery[]> =>
      deliveryListSchema.parse((await service.send({ url: `/webhooks/v1/deliveries?limit=100${query}` })).body).results,
    /** Ids of seeded migrations in a status. */
    idsOf: async (status: string): Promise<string[]> => {
      const page = await service.send({ url: '/api/v1/migrations?page_size=100' });
      const results = page.body['results'] as unknown as { id: string; status: string }[];
      return results.filter((row) => row.status === status).map(({ id }) => id);
    },
    move: async (id: string, status: string): Promise<void> => {
      const movedReply = await post(`/control/migrations/${id}/status`, { status });
      expect(movedReply).toEqual({ id, status });
    },
    advance: (seconds: number) => post('/control/clock', { advance_seconds: seconds }),
    auditActions: async (): Promise<string[]> => {
      const entries = await service.store.audit.read(0, 1_000);
      return entries.map(({ text }) => (JSON.parse(text) as { action: string }).action);
    },
    end: async () => {
      await work.stop();
      await Promise.all(Array.from(receivers, (receiver) => receiver.close()));
      await service.end();
    },
  };
}
