import type { RequestWatch } from './watches.ts';
import type { Store } from '../store/store.ts';
import { requestName } from './request-name.ts';

const refused = new Set([401, 403, 421, 429]);

/** Counts refusals of this instance, for one entry of the audit log a minute at most. */
interface RefusalCounts extends RequestWatch {
  flush(store: Store): Promise<void>;
}

/** One entry per interval, so that guessing keys can't fill the log. Operation names are few. */
export const createRefusalCounts = (): RefusalCounts => {
  let counts = new Map<string, number>();
  const add = (name: string, count: number): void => void counts.set(name, (counts.get(name) ?? 0) + count);
  return {
    watchRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        if (refused.has(reply.statusCode)) add(`${requestName(request)} ${reply.statusCode}`, 1);
        done();
      });
    },
    flush: async ({ audit, clock }) => {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      try {
        const details = Object.fromEntries(taken);
        await audit.append({ action: 'refusals', by: 'service', details }, await clock.now());
      } catch (error) {
        for (const [name, count] of taken) add(name, count);
        throw error;
      }
    },
  };
};
