import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import type { DisabledReason } from '#shared/webhooks-api/endpoints.ts';
import { statusStyleOf } from '../status/status-style.ts';

const reasons: Readonly<Record<DisabledReason, string>> = {
  person: 'manually',
  gone: 'the endpoint returned 410',
  failing: 'only failures for 5 days',
};
const isReason = (reason: string): reason is DisabledReason => Object.hasOwn(reasons, reason);

interface EndpointState {
  readonly kind: 'active' | 'failing' | 'disabled';
  readonly word: string;
  readonly reason: string | null;
}

export const endpointStateOf = ({ disabled, disabled_reason: reason, recent }: EndpointView): EndpointState => {
  if (disabled) {
    const reasonText = reason === null ? null : isReason(reason) ? reasons[reason] : reason;
    return { kind: 'disabled', word: 'Disabled', reason: reasonText };
  }
  return recent.failed > 0 && recent.delivered === 0
    ? { kind: 'failing', word: 'Failing', reason: 'every delivery fails' }
    : { kind: 'active', word: 'Active', reason: null };
};

export const statusesText = ({ statuses }: Pick<EndpointView, 'statuses'>): string =>
  statuses === null ? 'All statuses' : statuses.map((status) => statusStyleOf(status).label).join(', ');

export const addressText = (url: string): string => url.replace(/^https:\/\//, '').replace(/\/$/, '');

/** Counts failed recent deliveries of enabled endpoints. A disabled endpoint shows its state instead. */
export const failedCount = (endpoints: readonly Pick<EndpointView, 'disabled' | 'recent'>[]): number =>
  endpoints.reduce((sum, { disabled, recent }) => sum + (disabled ? 0 : recent.failed), 0);
