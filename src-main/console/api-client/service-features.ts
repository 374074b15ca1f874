import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { featuresPath, type ServiceFeatures, serviceFeaturesSchema } from '#shared/service-features.ts';
import { whenAborted } from '../clock/abort-signals.ts';
import type { Clock } from '../clock/clock.ts';
import type { Access, ServiceClient } from './service-client.ts';

export const readFeatures = (
  client: Pick<ServiceClient, 'read'>,
  access: Access,
  signal: AbortSignal,
  options: { readonly maxTries?: number } = {},
): Promise<Outcome<ServiceFeatures>> =>
  client.read(access, { method: 'GET', path: featuresPath, isOpen: true }, serviceFeaturesSchema, signal, options);

/** Errors which show that the service doesn't list its features. The request for the list carries no key. */
const noFeatures: ReadonlySet<AppErrorCode> = new Set([
  'not_found',
  'unauthorized',
  'invalid_request',
  'unreadable_reply',
  'wrong_service',
  'redirected',
]);
/** Ms for which a missing feature is remembered. An update of the service may add the feature. */
const forgetAfterMs = 5 * 60_000;

type Feature = Exclude<keyof ServiceFeatures, 'version' | 'dashboard_url'>;

export const createFeatureReader = (client: Pick<ServiceClient, 'read'>, clock: Clock) => {
  const cache = new Map<string, { readonly features: Partial<ServiceFeatures>; readonly at: number }>();
  const readsInFlight = new Map<string, Promise<Outcome<Partial<ServiceFeatures>>>>();

  const read = async (access: Access): Promise<Outcome<Partial<ServiceFeatures>>> => {
    const result = await readFeatures(client, access, access.ended);
    if (!result.ok && !noFeatures.has(result.error.code)) return result;
    const features = { ...cache.get(access.binding)?.features, ...(result.ok ? result.value : {}) };
    cache.set(access.binding, { features, at: clock.monotonic() });
    return succeed(features);
  };
  const readOnce = (access: Access) => {
    const { binding } = access;
    const pending = readsInFlight.get(binding) ?? read(access).finally(() => readsInFlight.delete(binding));
    readsInFlight.set(binding, pending);
    return pending;
  };

  /** Returns whether the service has the feature. A feature that was found is never read again. */
  return async (name: Feature, access: Access, signal: AbortSignal): Promise<Outcome<boolean>> => {
    const previous = cache.get(access.binding);
    const has = previous?.features[name] === true;
    if (previous && (has || clock.monotonic() - previous.at < forgetAfterMs)) return succeed(has);
    // The read is shared, so the signal ends only this caller's wait.
    const cancelled = whenAborted(signal).then(() => fail('cancelled', clock.now()));
    return mapOutcome(Promise.race([readOnce(access), cancelled]), (features) => features[name] === true);
  };
};

export type FeatureReader = ReturnType<typeof createFeatureReader>;
