import { featuresPath, serviceFeaturesSchema } from '#shared/service-features.ts';
import { listEvents } from '#shared/webhooks-api/events.ts';
import { type SendSurveyed, sendOperation } from './send-surveyed.ts';

/** No rule checks this response, because its path isn't part of the contract. */
export async function hasWebhooks(send: SendSurveyed): Promise<boolean> {
  const features = await sendOperation(send, listEvents, { path: featuresPath, authorization: null, expects: null });
  const message = features.status === 200 ? serviceFeaturesSchema.safeParse(features.json) : null;
  return message?.success === true && message.data.webhooks === true;
}
