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
/** Ms for which a missing feature is remembered. An update of the service may add the feature. */
const forgetAfterMs = 5 * 60_000;

export const createFeatureCheck = (
  name: 'reports' | 'activity' | 'retries',
  client: Pick<ServiceClient, 'read'>,
  clock: Clock,
) => {
  const checks = new Map<string, { readonly has: boolean; readonly at: number }>();
  return async (access: Access, signal: AbortSignal): Promise<Outcome<boolean>> => {
    const previous = checks.get(access.binding);
    if (previous && (previous.has || clock.monotonic() - previous.at < forgetAfterMs)) return succeed(previous.has);
    const features = await readFeatures(client, access, signal);
    if (!features.ok && !noFeatures.has(features.error.code)) return features;
    const has = features.ok && features.value[name] === true;
    checks.set(access.binding, { has, at: clock.monotonic() });
    return succeed(has);
  };
};
