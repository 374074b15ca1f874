import { type Outcome, succeed } from '#shared/app-error.ts';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { featuresPath, type ServiceFeatures, serviceFeaturesSchema } from '#shared/service-features.ts';
import type { Clock } from '../clock/clock.ts';
import type { Access } from './api-client.ts';
import { judgeJson } from './judge-reply.ts';
import type { ExtensionClient } from './extension-client.ts';

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

export const createFeatureCheck = (name: 'reports' | 'activity', send: ExtensionClient, clock: Clock) => {
  const checks = new Map<string, { readonly has: boolean; readonly at: number }>();
  return async (access: Access, signal: AbortSignal): Promise<Outcome<boolean>> => {
    const previous = checks.get(access.binding);
    if (previous && (previous.has || clock.monotonic() - previous.at < forgetAfterMs)) return succeed(previous.has);
    const reply = await send(access, { method: 'GET', path: featuresPath, isOpen: true }, signal, judgeJson);
    if (!reply.ok && !noFeatures.has(reply.error.code)) return reply;
    const features: Partial<ServiceFeatures> | undefined = reply.ok
      ? serviceFeaturesSchema.safeParse(reply.value.json).data
      : undefined;
    const has = features?.[name] === true;
    checks.set(access.binding, { has, at: clock.monotonic() });
    return succeed(has);
  };
};
