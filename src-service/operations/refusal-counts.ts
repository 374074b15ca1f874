import type { RequestWatch } from './watches.ts';
import type { Store } from '../store/store.ts';
import { CountBatches } from './count-batches.ts';
import { requestName } from './request-name.ts';

const refusedStatuses = new Set([401, 403, 421, 429]);

/** Counts this instance's refusals. A flush adds at most one audit entry, so that guessing keys can't fill the log. */
interface RefusalCounts extends RequestWatch {
  flush(store: Store): Promise<void>;
}

export const createRefusalCounts = (): RefusalCounts => {
  const by = 'service';
  const batches = new CountBatches<typeof by>();
  return {
    watchRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        if (refusedStatuses.has(reply.statusCode)) batches.add(by, by, `${requestName(request)} ${reply.statusCode}`);
        done();
      });
    },
    flush: ({ audit, clock }) =>
      batches.flush(async (_by, details) => {
        await audit.append({ action: 'refusals', by, details }, await clock.now());
      }),
  };
};
