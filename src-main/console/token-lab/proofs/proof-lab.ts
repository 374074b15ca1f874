import { operations } from '#shared/migration-api/operations.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { ControlRequest, ServiceControl } from '../../service-control/service-control.ts';
import { createLabCaller, type LabCallerPorts, type LabReply } from './lab-caller.ts';
import { inconclusiveFinding, type StepResult, type ProofLab } from './proof.ts';

interface ProofLabPorts extends Omit<LabCallerPorts, 'bulk' | 'takePassedSeconds'> {
  readonly control: ServiceControl;
  /** Control state before the proof. Null if the service can't be controlled. */
  readonly controlled: ControlState | null;
  readonly title: string;
  readonly onProgress: (what: string, waitMs: number | null) => void;
  readonly onTime: (how: 'clock' | 'waited') => void;
}

/** A lab for one run. `end` restores the clock's offset if the run has moved the service's clock. */
type OpenProofLab = ProofLab & { readonly end: () => Promise<void> };

const failedStep = (what: string, reply: Pick<LabReply, 'summary'>): StepResult<never> => ({
  ok: false,
  finding: inconclusiveFinding(`${what} failed`, `${what} succeeds`, reply),
});

export function createProofLab(ports: ProofLabPorts): OpenProofLab {
  const { access, secrets, control, controlled, signal } = ports;
  secrets.keep('FERRY_API_KEY', access.apiKey);
  let passedSeconds = 0;
  const caller = createLabCaller({
    ...ports,
    bulk: { label: `Token lab: ${ports.title}`, refusalsExpected: true },
    takePassedSeconds: () => {
      const seconds = passedSeconds;
      passedSeconds = 0;
      return seconds;
    },
  });
  let hasMoved = false;

  const send: ProofLab['send'] = (what, request) => {
    ports.onProgress(what, null);
    return caller(what, request);
  };
  const mint: ProofLab['mint'] = async (key = access.apiKey) => {
    const request = { operation: operations.createLinkToken, authorization: `Bearer ${key}`, body: {} };
    const reply = await send('Create a link token', request);
    const token = textOrNull(asRecord(reply.json)?.['link_token']);
    return reply.outcome === 'accepted' && token !== null
      ? { ok: true, value: token }
      : failedStep('Creating a link token', reply);
  };
  const exchange: ProofLab['exchange'] = (what, linkToken, { lane = false } = {}) => {
    const request = { operation: operations.createAccessToken, authorization: `Bearer ${linkToken}` };
    return send(what, { ...request, body: { link_token: linkToken }, lane, must: 'access_token' });
  };
  const change = async (request: ControlRequest, what: string): Promise<StepResult<unknown>> => {
    ports.onProgress(what, null);
    const sendResult = await control.send(access, request, signal);
    return sendResult.ok
      ? { ok: true, value: sendResult.value }
      : failedStep(what, { summary: sendResult.error.detail ?? sendResult.error.code });
  };

  return {
    access,
    secrets,
    send,
    mint,
    exchange,
    accessToken: async (key) => {
      const mintResult = await mint(key);
      if (!mintResult.ok) return mintResult;
      const reply = await exchange('Exchange the link token for an access token', mintResult.value);
      const token = textOrNull(asRecord(reply.json)?.['access_token']);
      return reply.outcome === 'accepted' && token !== null
        ? { ok: true, value: { token, reply } }
        : failedStep('Exchanging the link token', reply);
    },
    advanceTime: async (seconds, what) => {
      passedSeconds += seconds;
      if (controlled !== null) {
        hasMoved = true;
        ports.onTime('clock');
        const body = { advance_seconds: seconds };
        const clockResult = await change({ method: 'POST', path: 'clock', body }, 'Moving the clock');
        return clockResult.ok ? { ok: true, value: null } : clockResult;
      }
      ports.onTime('waited');
      ports.onProgress(what, seconds * 1000);
      await ports.clock.sleep(seconds * 1000, signal);
      return { ok: true, value: null };
    },
    keys:
      controlled === null
        ? null
        : {
            make: async () => {
              const body = { description: 'Token lab, revoked key' };
              const createResult = await change({ method: 'POST', path: 'keys', body }, 'Creating a key');
              if (!createResult.ok) return createResult;
              const fields = asRecord(createResult.value);
              const id = textOrNull(fields?.['id']);
              const apiKey = textOrNull(fields?.['apiKey']);
              return id === null || apiKey === null
                ? failedStep('Creating a key', { summary: 'The response contains no key.' })
                : { ok: true, value: { id, apiKey } };
            },
            revoke: async (id) => {
              const revokeResult = await change({ method: 'POST', path: `keys/${id}/revoke` }, 'Revoking the key');
              return revokeResult.ok ? { ok: true, value: null } : revokeResult;
            },
          },
    end: async () => {
      if (!hasMoved || controlled === null || access.ended.aborted) return;
      const timeoutSignal = AbortSignal.timeout(5_000);
      await control.send(access, { method: 'DELETE', path: 'clock' }, timeoutSignal);
      if (controlled.offset_ms === 0) return;
      const body = { advance_seconds: controlled.offset_ms / 1000 };
      await control.send(access, { method: 'POST', path: 'clock', body }, timeoutSignal);
    },
  };
}
