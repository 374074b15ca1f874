import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { asRecord, readJson, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import { latestCursor, listEvents } from '#shared/webhooks-api/events.ts';
import { secretPrefix, webhookHeaders } from '#shared/webhooks-api/signature.ts';
import { isLoopbackAddress } from '../../console/addresses/base-address.ts';
import {
  type Finding,
  holds,
  proofsOfWalk,
  skipped,
  unclear,
  type VerifyProof,
  violated,
} from '../base/verification.ts';
import { isSuccess, placeOf } from '../contract/rule.ts';
import {
  createSurveySender,
  hasWebhooks,
  type SendSurveyed,
  type SurveyedCall,
  type SurveyRequest,
} from '../contract/send-surveyed.ts';
import { type ControlledSubject, failMigration } from '../contract/subject.ts';
import { startModal } from '../contract/survey.ts';
import { checkDelivery, type Delivery } from './check-delivery.ts';
import { type DeliveryReceiver, openDeliveryReceiver } from './delivery-receiver.ts';

type WebhookFindings = Readonly<Record<'delivery' | 'signature' | 'secret' | 'removal', Finding>>;

/** Maximum ms to wait for a delivery. Any working service delivers much sooner. */
const deliveryMs = 10_000;
const removalTimeoutMs = 5_000;
const endpointsPath = '/webhooks/v1/endpoints';
/** Statuses that may refuse even a valid request: for a loopback address, a missing scope or too many endpoints. */
const allowedRefusals: readonly (number | null)[] = [400, 403, 409];

const failedFinding = (call: SurveyedCall, found: string): Finding => {
  const isInconclusive = call.status === null || call.status === 429 || call.status >= 500;
  return { state: isInconclusive ? 'unclear' : 'violated', found, places: [placeOf(call)] };
};

const eventOf = ({ body }: Delivery) => {
  const result = readJson(body.toString('utf8'));
  const event = result.ok ? asRecord(result.json) : null;
  return { event, data: asRecord(event?.['data']) };
};

type Call = (method: SurveyRequest['method'], path: string, body?: unknown) => Promise<SurveyedCall>;

const callBy =
  (send: SendSurveyed, apiKey: string): Call =>
  (method, path, body) =>
    // No contract rule checks the response, so these proofs check it themselves.
    send({ operation: listEvents, method, path, authorization: `Bearer ${apiKey}`, body, expects: null });

/** Changes a migration and waits for the delivery of its last change. Returns a finding if there is no delivery. */
async function deliver(subject: ControlledSubject, receiver: DeliveryReceiver): Promise<Delivery | Finding> {
  const { send, secrets, apiKey, controlled, signal } = subject;
  const userId = randomUUID();
  const { lastCall, tokens } = await startModal(send, secrets, `Bearer ${apiKey}`, userId);
  if (tokens === null || !isSuccess(lastCall)) return unclear("Couldn't start a migration", [placeOf(lastCall)]);
  const missingFinding = (what: string): Finding =>
    signal.aborted
      ? unclear(`Timed out before ${what} was delivered`)
      : violated(`${what} wasn't delivered within ${deliveryMs / 1_000} s`, [
          'No POST reached the endpoint on this device',
        ]);
  const isForUser = (one: Delivery) => eventOf(one).data?.['created_by_user_id'] === userId;
  const start = await receiver.until(isForUser, deliveryMs);
  if (start === null) return missingFinding('The start of a migration');
  const id = textOrNull(eventOf(start).data?.['id']);
  if (id === null || (await controlled()) === null) return start;
  const refusal = await failMigration(subject, id);
  if (refusal !== null) return refusal;
  const isEnd = (one: Delivery) => {
    const { data } = eventOf(one);
    return data?.['id'] === id && data['status'] === 'FAILED';
  };
  return (await receiver.until(isEnd, deliveryMs)) ?? missingFinding('A status change');
}

async function compareWithFeed(call: Call, delivery: Delivery, cursor: string | null): Promise<Finding> {
  // Ignores problems of the feed, which the feed's own proof reports.
  const noFeedFinding = holds('A change was delivered. There is no feed to compare with');
  if (cursor === null) return noFeedFinding;
  const feedPage = await call('GET', `${listEvents.path}?after=${encodeURIComponent(cursor)}&limit=100&wait=0`);
  if (!isSuccess(feedPage)) return noFeedFinding;
  const results = asRecord(feedPage.json)?.['results'];
  const id = delivery.headers[webhookHeaders.id];
  const notified = Array.isArray(results) ? results.map(asRecord).find((one) => one?.['id'] === id) : null;
  if (!notified) return violated("The feed has no event with the delivery's webhook-id", [placeOf(feedPage)]);
  const { id: _id, ...rest } = notified;
  return isDeepStrictEqual(rest, { ...eventOf(delivery).event })
    ? holds("The delivery matches the feed's event")
    : violated('A delivery differs from the feed', [placeOf(feedPage)]);
}

function proveSignature(secret: string, delivery: Delivery, now: number): Finding {
  const refusal = checkDelivery(secret, delivery, now);
  if (refusal !== null) {
    const places = Object.values(webhookHeaders).map((name) => `${name}: ${delivery.headers[name] ?? 'missing'}`);
    return violated(`A receiver must refuse the delivery: ${refusal}`, places);
  }
  return holds('The signature is valid, and the timestamp is recent');
}

const proveSecret = (listed: SurveyedCall, secret: string): Finding => {
  if (!isSuccess(listed)) return failedFinding(listed, "The endpoints couldn't be listed");
  return listed.text.includes(secret.slice(secretPrefix.length))
    ? violated('The endpoint list contains a secret', [placeOf(listed)])
    : holds("The endpoint list doesn't contain the secret");
};

const proveRemoval = (removed: SurveyedCall, listed: SurveyedCall, id: string): Finding => {
  if (!isSuccess(removed)) return failedFinding(removed, "The endpoint wasn't deleted");
  if (!isSuccess(listed)) return failedFinding(listed, "The endpoints couldn't be listed");
  return listed.text.includes(JSON.stringify(id))
    ? violated('A deleted endpoint still exists', [placeOf(removed), placeOf(listed)])
    : holds('The endpoint is no longer in the list');
};

async function walk(subject: ControlledSubject): Promise<WebhookFindings | Finding> {
  const { baseURL, apiKey, clock, secrets, send, signal } = subject;
  if (!(await hasWebhooks(send))) return skipped("The service doesn't support webhooks");
  if (!isLoopbackAddress(baseURL)) {
    return skipped("The service runs on another device, so its deliveries can't reach this one");
  }
  const receiver = await openDeliveryReceiver(signal);
  const call = callBy(send, apiKey);
  let endpointId: string | null = null;
  try {
    const addedReply = await call('POST', endpointsPath, { url: receiver.address, description: 'ferry-verify' });
    const reply = asRecord(addedReply.json);
    if (allowedRefusals.includes(addedReply.status)) {
      return skipped(`The service rejects endpoints on loopback, as the contract allows (${addedReply.status})`);
    }
    endpointId = textOrNull(reply?.['id']);
    const secret = textOrNull(reply?.['secret']);
    if (endpointId === null || secret === null) return failedFinding(addedReply, "The endpoint wasn't added");
    secrets.keep('WEBHOOK_SECRET', secret);
    secrets.keep('WEBHOOK_SECRET', secret.slice(secretPrefix.length));
    const endpoint = `${endpointsPath}/${encodeURIComponent(endpointId)}`;
    const secretFinding = proveSecret(await call('GET', endpointsPath), secret);
    const latestReply = await call('GET', `${listEvents.path}?after=${latestCursor}&limit=1&wait=0`);
    const cursor = textOrNull(asRecord(latestReply.json)?.['next']);
    const deliveryResult = await deliver(subject, receiver);
    const removeResult = await call('DELETE', endpoint);
    const removal = proveRemoval(removeResult, await call('GET', endpointsPath), endpointId);
    if (isSuccess(removeResult)) endpointId = null;
    if ('state' in deliveryResult) {
      return { delivery: deliveryResult, signature: skipped('Nothing was delivered'), secret: secretFinding, removal };
    }
    return {
      delivery: await compareWithFeed(call, deliveryResult, cursor),
      signature: proveSignature(secret, deliveryResult, clock.now().getTime() / 1_000),
      secret: secretFinding,
      removal,
    };
  } finally {
    if (endpointId !== null) {
      // Uses a separate signal, because the cleanup runs even after the run was stopped.
      const cleanup = createSurveySender({ ...subject, signal: AbortSignal.timeout(removalTimeoutMs) });
      const cleanupCall = callBy(cleanup, apiKey);
      await cleanupCall('DELETE', `${endpointsPath}/${encodeURIComponent(endpointId)}`);
    }
    await receiver.close();
  }
}

/** Creates one endpoint and one migration, which all webhook proofs share. */
export function webhookProofs(subject: ControlledSubject): VerifyProof[] {
  const proof = proofsOfWalk('webhooks', () => walk(subject));
  return [
    proof('webhook_delivery', 'A status change is delivered and matches the feed', 'delivery'),
    proof('webhook_signature', "A delivery is signed with its endpoint's secret", 'signature'),
    proof('webhook_secret', "An endpoint's secret is shown once", 'secret'),
    proof('webhook_removal', 'A deleted endpoint no longer exists', 'removal'),
  ];
}
