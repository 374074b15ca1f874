import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { noControlReasons } from '#shared/console-contract/sandbox-calls.ts';
import { type ControlState, controlStateSchema } from '#shared/service-control/control-state.ts';
import type { Access, ServiceClient } from '../api-client/service-client.ts';
import { judgeJson } from '../api-client/judge-reply.ts';
import { requestLimits } from '../api-client/limits.ts';
import type { Clock } from '../clock/clock.ts';
import { isLoopbackAddress } from '../addresses/base-address.ts';

type NoControlReason = (typeof noControlReasons)[number];

export interface ControlRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** Creating 100,000 rows takes long, and the service sends no byte before it has finished. */
const controlLimits = { ...requestLimits, firstByteMs: 60_000, totalMs: 60_000 };

interface ServiceControlPorts {
  readonly clock: Clock;
  readonly client: Pick<ServiceClient, 'exchange'>;
  readonly onAnswer: (profileId: string, durationMs: number) => void;
}

export function createServiceControl({ clock, client, onAnswer }: ServiceControlPorts) {
  /** Returns why the service can't be controlled, before anything is sent. Only loopback URLs are allowed. */
  const refusal = ({ baseURL, readOnly }: Access): NoControlReason | null => {
    if (!isLoopbackAddress(baseURL)) return 'elsewhere';
    return readOnly ? 'read_only' : null;
  };
  const sendRequest = async (access: Access, { path, ...request }: ControlRequest, signal: AbortSignal) => {
    const message = { ...request, path: `/control/${path}` };
    const startedAt = clock.monotonic();
    const options = { limits: controlLimits, keepsKey: true };
    const { outcome, sent } = await client.exchange(access, message, signal, judgeJson, options);
    if (sent.ok) onAnswer(access.profileId, clock.monotonic() - startedAt);
    return outcome;
  };
  return {
    state: async (access: Access, signal: AbortSignal): Promise<Outcome<ControlState | NoControlReason>> => {
      const reason = refusal(access);
      if (reason !== null) return succeed(reason);
      const reply = await sendRequest(access, { method: 'GET', path: 'state' }, signal);
      if (!reply.ok) return isUnknownAtService(reply.error.code) ? succeed('not_allowed') : reply;
      const state = controlStateSchema.safeParse(reply.value.json);
      return succeed(state.success ? state.data : 'not_allowed');
    },
    /** Sends the request once. Resolves with the response's JSON. `invalid_request` contains the service's message. */
    send: async (access: Access, request: ControlRequest, signal: AbortSignal): Promise<Outcome<unknown>> => {
      if (refusal(access) !== null) return fail('control_unavailable', clock.now());
      return mapOutcome(sendRequest(access, request, signal), ({ json }) => json);
    },
  };
}

export type ServiceControl = ReturnType<typeof createServiceControl>;

const isUnknownAtService = (code: string): boolean =>
  ['not_found', 'invalid_request', 'unreadable_reply', 'forbidden'].includes(code);
