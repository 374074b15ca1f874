import { listDeliveries, readDelivery, replayDelivery, replayFailed, testEndpoint } from './deliveries.ts';
import { addEndpoint, changeEndpoint, listEndpoints, removeEndpoint, rotateSecret } from './endpoints.ts';
import { fanOut } from './fan-out.ts';
import { bindPrograms, type Dialect, first, type Program, type RunProgram } from '../base/program.ts';
import { finishTries } from './finish-tries.ts';
import { claimDeliveries } from './tries.ts';
import { forgetDeliveries, readBacklog, releaseClaims, sweepEndpoints } from './upkeep.ts';

const findEndpoint = (id: string): Program<{ readonly organization: number } | undefined> =>
  first('SELECT organization FROM webhook_endpoints WHERE id = $1 AND removed IS NULL', [id]);

/** Webhook endpoints and deliveries. Times are by the organization's clock, but `now` is the store's own time. */
export const createWebhookStore = (run: RunProgram, dialect: Dialect) =>
  bindPrograms(run, {
    list: listEndpoints,
    /** Adds an endpoint. Undefined if the organization has the maximum number of endpoints. */
    add: addEndpoint.bind(undefined, dialect),
    change: changeEndpoint.bind(undefined, dialect),
    /** Removes an endpoint; its deliveries are deleted in batches later. Returns false if the endpoint doesn't exist. */
    remove: removeEndpoint.bind(undefined, dialect),
    /** Sets a new secret. Deliveries also carry a signature of the previous secret until the returned time, for at most a day. */
    rotate: rotateSecret,
    /** Creates a delivery of a test event, which isn't in the feed and belongs to no migration. */
    test: testEndpoint.bind(undefined, dialect),
    /** Returns a page of deliveries, newest first. `next` is null on the last page. */
    deliveries: listDeliveries,
    /** Returns a delivery with its exact bytes. Undefined if the delivery doesn't exist. */
    delivery: readDelivery,
    /** Retries a delivery immediately, with the same ID and bytes. */
    replay: replayDelivery.bind(undefined, dialect),
    /**
     * Retries an endpoint's deliveries whose last attempt failed since a time, oldest first, even if their next attempt
     * is already scheduled. Returns their number. Call it again for the rest.
     */
    replaySince: replayFailed,
    find: findEndpoint,
    /** Creates deliveries for events, in order. Returns the number of events. */
    fanOut: fanOut.bind(undefined, dialect),
    /** Claims due deliveries. A delivery waits until earlier events of its migration are delivered or have failed. */
    claim: claimDeliveries.bind(undefined, dialect),
    /** Stores attempts whose claims are still valid. Returns the endpoints that the attempts disabled. */
    finish: finishTries.bind(undefined, dialect),
    /** Releases claims that start with `start`. Undefined releases all claims, which needs exclusive use of the store. */
    release: releaseClaims,
    /** Fails deliveries of disabled endpoints and deletes rows of removed endpoints. Returns the number of rows. */
    sweep: sweepEndpoints,
    forget: forgetDeliveries,
    backlog: readBacklog,
  });

export type WebhookStore = ReturnType<typeof createWebhookStore>;
