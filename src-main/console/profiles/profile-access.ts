import { stat } from 'node:fs/promises';
import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import type { Access } from '../api-client/service-client.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { KeyRing } from '../api-key/key-ring.ts';
import type { Redactor } from '../log/redactor.ts';
import type { Network } from '../network/network-topic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { readCaFile } from './ca-file.ts';
import { bindingOf } from '../api-client/service-binding.ts';
import type { ProfileListPorts } from './profile-list.ts';
import type { Profile } from './profile.ts';

interface AccessPorts extends ProfileListPorts {
  readonly redactor: Pick<Redactor, 'hold'>;
  readonly sandbox: Sandbox;
  readonly network: Network;
  readonly keys: KeyRing;
}

interface AccessOptions {
  readonly ended: AbortSignal;
  readonly candidate?: string;
  readonly evenIfRefused?: boolean;
}

export type AccessProfile = (profile: Profile, options: AccessOptions) => Promise<Outcome<Access>>;

export function createProfileAccess(
  { clock, redactor, settings, sandbox, network, keys }: AccessPorts,
  view: (profile: Profile) => ProfileView,
  onRefused: () => void,
): AccessProfile {
  const { managed } = settings;
  let lastCa: { readonly id: string; readonly transport: HttpTransport } | null = null;

  const transportFor = async (caFile: string): Promise<Outcome<HttpTransport>> => {
    const fileStamp = await stat(caFile).then(
      ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
      () => 'missing',
    );
    const id = `${fileStamp} ${caFile}`;
    if (lastCa?.id === id) return succeed(lastCa.transport);
    const result = await readCaFile(caFile, clock.now());
    if (!result.ok) return fail('ca_file_unusable', clock.now(), { detail: result.problem });
    lastCa = { id, transport: network.transportWithCa(result.certificates) };
    return succeed(lastCa.transport);
  };

  return async (profile, { ended, candidate, evenIfRefused = false }) => {
    const { id, baseURL, companiesPageSizeParameter } = profile;
    if (ended.aborted) return fail('cancelled', clock.now());
    const ofProfile = () => ({ profileId: id, binding: bindingOf(view(profile)), companiesPageSizeParameter, ended });
    if (baseURL === null) {
      return mapOutcome(sandbox.endpoint(), ({ url, apiKey }) => {
        redactor.hold('sandbox', apiKey);
        return { ...ofProfile(), baseURL: url, apiKey };
      });
    }
    if (!network.mayCall(baseURL)) return fail('managed', clock.now(), { detail: network.refusalOf(baseURL) });
    const caFile = profile.caFile ?? managed.caFile ?? null;
    const transport = caFile === null ? null : await transportFor(caFile);
    if (transport && !transport.ok) return transport;
    const key = candidate === undefined ? await keys.keyFor({ id, baseURL }, { evenIfRefused }) : succeed(candidate);
    if (!key.ok) return key;
    const apiKey = key.value;
    return succeed({
      ...ofProfile(),
      baseURL,
      apiKey,
      readOnly: managed.readOnly || profile.readOnly,
      ...(transport ? { transport: transport.value } : {}),
      ...(candidate === undefined
        ? { onRefused: () => void (keys.refuse(id, apiKey) && onRefused()) }
        : { candidate: true }),
    });
  };
}
