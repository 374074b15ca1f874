import { type Outcome, succeed } from '#shared/app-error.ts';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { featuresPath, type ServiceFeatures, serviceFeaturesSchema } from '#shared/service-features.ts';
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
/** Ms for which features are remembered. An update of the service may add features. */
const forgetAfterMs = 5 * 60_000;

export const createFeatureReader = (client: Pick<ServiceClient, 'read'>, clock: Clock) => {
  const cache = new Map<string, { readonly features: Partial<ServiceFeatures>; readonly at: number }>();
  return async (access: Access, signal: AbortSignal): Promise<Outcome<Partial<ServiceFeatures>>> => {
    const previous = cache.get(access.binding);
    if (previous && clock.monotonic() - previous.at < forgetAfterMs) return succeed(previous.features);
    const result = await readFeatures(client, access, signal);
    if (!result.ok && previous) return succeed(previous.features);
    if (!result.ok && !noFeatures.has(result.error.code)) return result;
    const features = result.ok ? result.value : {};
    cache.set(access.binding, { features, at: clock.monotonic() });
    return succeed(features);
  };
};
