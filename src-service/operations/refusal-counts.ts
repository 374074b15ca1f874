import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.ts';
import { createCounts } from './create-counts.ts';
import { requestName } from './request-name.ts';

const refusedStatuses = new Set([401, 403, 421, 429]);

/** Counts this instance's refusals. A flush adds at most one audit entry, so that guessing keys can't fill the log. */
export const createRefusalCounts = ({ audit, clock }: Pick<Store, 'audit' | 'clock'>) => {
  const counts = createCounts(async (details) =>
    audit.append({ action: 'refusals', by: 'service', details }, await clock.now()),
  );
  return {
    watchRequests: (app: FastifyInstance): void => {
      app.addHook('onResponse', (request, reply, done) => {
        if (refusedStatuses.has(reply.statusCode)) counts.add(`${requestName(request)} ${reply.statusCode}`);
        done();
      });
    },
    flush: counts.flush,
  };
};
