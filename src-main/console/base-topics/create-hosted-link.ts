import { andThen } from '#shared/app-error.ts';
import { hostedLinkSchema } from '#shared/console-contract/link-tokens-calls.ts';
import type { ServiceRequest } from '../api-client/service-client.ts';
import type { BaseTopics } from './base-topics.ts';

interface LinkRequest extends Pick<ServiceRequest, 'path' | 'body'> {
  readonly confirmed: boolean;
}

/** Creates a link for an end user at the active profile's service. Logs never contain the link's secret. */
export async function createHostedLink(
  { ports, profiles, api }: BaseTopics,
  { path, body, confirmed }: LinkRequest,
  signal: AbortSignal,
) {
  const access = andThen(profiles.checkCreates(confirmed), () => profiles.access());
  const link = await andThen(access, (found) =>
    api.read(found, { method: 'POST', path, body }, hostedLinkSchema, signal),
  );
  if (link.ok) ports.redactor.learn(new URL(link.value.url).hash.slice(1));
  return link;
}
