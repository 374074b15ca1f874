import { operations } from '#shared/migration-api/operations.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { asRecord, textOrNull } from '#shared/tolerant-reading/read-json.ts';
import type { ControlRequest, ServiceControl } from '../../service-control/service-control.ts';
import { createLabCaller, type LabCallerPorts, type LabReply } from './lab-caller.ts';
import type { OpenRun } from './open-run.ts';
import { Inconclusive, type ProofLab } from './proof.ts';
import { createRunSecrets } from './run-secrets.ts';

export interface ProofPorts extends LabCallerPorts {
  readonly run: OpenRun;
  readonly control: ServiceControl;
}

/** A lab for one run. `end` restores the clock's offset if the run has moved the service's clock. */
type OpenProofLab = ProofLab & { readonly end: () => Promise<void> };

const failedStep = (what: string, reply: Pick<LabReply, 'summary'>) =>
  new Inconclusive(`${what} failed`, `${what} succeeds`, reply);

/** Returns the token in an accepted response. Throws `Inconclusive` otherwise. */
const tokenIn = (reply: LabReply, name: 'link_token' | 'access_token', what: string): string => {
  const token = textOrNull(asRecord(reply.json)?.[name]);
  if (reply.outcome !== 'accepted' || token === null) throw failedStep(what, reply);
  return token;
};

/** @param controlled control state before the proof; null if the service can't be controlled */
export function createProofLab(ports: ProofPorts, controlled: ControlState | null): OpenProofLab {
  const { run, access, control, signal } = ports;
  const secrets = createRunSecrets(ports.redactor);
  secrets.keep('FERRY_API_KEY', access.apiKey);
  let passedSeconds = 0;
  const caller = createLabCaller(ports, secrets, () => {
    const seconds = passedSeconds;
    passedSeconds = 0;
    return seconds;
  });
  let hasMoved = false;

  const send: ProofLab['send'] = (what, request) => {
    run.reportStep(what, null);
    return caller(what, request);
  };
  const mint: ProofLab['mint'] = async (key = access.apiKey) => {
    const request = { operation: operations.createLinkToken, authorization: `Bearer ${key}`, body: {} };
    return tokenIn(await send('Create a link token', request), 'link_token', 'Creating a link token');
  };
  const exchange: ProofLab['exchange'] = (what, linkToken, { lane = false } = {}) => {
    const request = { operation: operations.createAccessToken, authorization: `Bearer ${linkToken}` };
    return send(what, { ...request, body: { link_token: linkToken }, lane, must: 'access_token' });
  };
  const change = async (request: ControlRequest, what: string): Promise<unknown> => {
    run.reportStep(what, null);
    const sendResult = await control.send(access, request, signal);
    if (sendResult.ok) return sendResult.value;
    throw failedStep(what, { summary: sendResult.error.detail ?? sendResult.error.code });
  };

  return {
    access,
    secrets,
    send,
    mint,
    exchange,
    accessToken: async (key) => {
      const reply = await exchange('Exchange the link token for an access token', await mint(key));
      return { token: tokenIn(reply, 'access_token', 'Exchanging the link token'), reply };
    },
    advanceTime: async (seconds, what) => {
      passedSeconds += seconds;
      if (controlled === null) {
        run.time('waited');
        run.reportStep(what, seconds * 1000);
        return ports.clock.sleep(seconds * 1000, signal);
      }
      hasMoved = true;
      run.time('clock');
      await change({ method: 'POST', path: 'clock', body: { advance_seconds: seconds } }, 'Moving the clock');
    },
    keys: controlled && {
      make: async () => {
        const body = { description: 'Token lab, revoked key' };
        const fields = asRecord(await change({ method: 'POST', path: 'keys', body }, 'Creating a key'));
        const [id, apiKey] = [textOrNull(fields?.['id']), textOrNull(fields?.['apiKey'])];
        if (id !== null && apiKey !== null) return { id, apiKey };
        throw failedStep('Creating a key', { summary: 'The response contains no key.' });
      },
      revoke: (id) => change({ method: 'POST', path: `keys/${id}/revoke` }, 'Revoking the key'),
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
