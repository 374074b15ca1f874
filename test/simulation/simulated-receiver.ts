import type { Sender } from '#service/webhooks/send-request.ts';
import type { World } from './world.ts';

const timeoutMs = 15_000;

/** The server that receives an organization's webhooks. */
export const createSimulatedReceiver = (world: World) => {
  const received: { readonly id: string; readonly body: string }[] = [];
  let failShare = 0;
  const sender: Sender = {
    send: async ({ headers, body }, signal) => {
      const startedAt = world.time.now();
      const chance = world.random.next();
      const fault =
        chance >= failShare ? undefined : world.random.pick(['status', 'lost', 'reply lost', 'stall'] as const);
      const id = headers['webhook-id'] ?? '';
      const receive = (): number => {
        if (fault === 'lost') throw new Error('The connection was lost.');
        world.note(`receives ${id}${fault === undefined ? '' : `: ${fault}`}`);
        if (fault === 'status') return 503;
        received.push({ id, body });
        if (fault !== undefined) throw new Error(fault);
        return 200;
      };
      const durationMs = (): number => Math.round(world.time.now() - startedAt);
      try {
        const status = await world.call(receive, { signal, ...(fault === 'stall' && { backMs: timeoutMs }) });
        const error = status === 200 ? null : `The response was ${status}.`;
        return { duration_ms: durationMs(), status, reply: '', error, retryAfter: undefined };
      } catch (error) {
        return { duration_ms: durationMs(), status: null, reply: null, error: String(error), retryAfter: undefined };
      }
    },
    close: () => {},
  };
  return {
    sender,
    received,
    setFaults: (share: number): void => {
      failShare = share;
    },
  };
};
