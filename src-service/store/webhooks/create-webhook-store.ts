import type { WebhookStore } from '../webhook-store.ts';
import { listDeliveries, readDelivery, replayDelivery, replayFailed, testEndpoint } from './deliveries.ts';
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint, rotateSecret } from './endpoints.ts';
import { fanOut } from './fan-out.ts';
import { type Dialect, first, type RunProgram } from '../program.ts';
import { finishTries } from './finish-tries.ts';
import { claimDeliveries } from './tries.ts';
import { forgetDeliveries, readBacklog, releaseClaims, sweepEndpoints } from './upkeep.ts';

/** Creates the webhook store on the statements of either database. */
export const createWebhookStore = (run: RunProgram, dialect: Dialect): WebhookStore => ({
  list: (organization, at) => run(() => listEndpoints(organization, at)),
  add: (organization, endpoint, by) => run(() => addEndpoint(dialect, organization, endpoint, by)),
  change: (organization, id, changes, by) => run(() => changeEndpoint(dialect, organization, id, changes, by)),
  remove: (organization, id, by) => run(() => removeEndpoint(dialect, organization, id, by)),
  rotate: (organization, id, secret, by) => run(() => rotateSecret(organization, id, secret, by)),
  test: (organization, id, by) => run(() => testEndpoint(dialect, organization, id, by)),
  deliveries: (organization, filter) => run(() => listDeliveries(organization, filter)),
  delivery: (organization, id) => run(() => readDelivery(organization, id)),
  replay: (organization, id, by) => run(() => replayDelivery(dialect, organization, id, by)),
  replaySince: (organization, id, since, by) => run(() => replayFailed(organization, id, since, by)),
  find: (id) =>
    run(function* () {
      const row = yield* first('SELECT organization FROM webhook_endpoints WHERE id = $1 AND removed IS NULL', id);
      return row && { organization: Number(row['organization']) };
    }),
  fanOut: (at, limit) => run(() => fanOut(dialect, at, limit)),
  claim: (wanted) => run(() => claimDeliveries(dialect, wanted)),
  finish: (tries, at) => run(() => finishTries(dialect, tries, at)),
  release: (start) => run(() => releaseClaims(start)),
  sweep: (limit) => run(() => sweepEndpoints(limit)),
  forget: (at, limit) => run(() => forgetDeliveries(at, limit)),
  backlog: (at) => run(() => readBacklog(at)),
});
