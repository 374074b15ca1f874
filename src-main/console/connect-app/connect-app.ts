import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { AppAddress, AppKey } from '#shared/console-contract/connect-app-calls.ts';
import { sandboxProfileId } from '#shared/console-contract/profiles-calls.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { neverAborted, whenAborted } from '../clock/abort-signals.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ControlRequest, ServiceControl } from '../service-control/service-control.ts';
import { createAppKeyStore } from './app-key-store.ts';

interface ConnectAppPorts extends BaseTopics {
  readonly ports: BaseTopics['ports'] & Pick<ConsolePorts, 'secrets'>;
  readonly control: Pick<ServiceControl, 'send'>;
}

const listedSchema = z.object({
  keys: z.array(
    z.object({
      id: z.uuid(),
      description: z.string(),
      last_four: z.string(),
      created: z.iso.datetime(),
      revoked: z.iso.datetime().nullable(),
    }),
  ),
});
const madeSchema = z.object({ id: z.uuid(), apiKey: z.string().min(1) });

const networkUrls = (port: string): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `http://${address}:${port}`);

export function createConnectAppHandlers(topic: ConnectAppPorts): ConsoleHandlers['connectApp'] {
  const { ports, clock, settings, sandbox, profiles, control } = topic;
  const appKeys = createAppKeyStore({ ...ports, settings });

  const addressAt = (url: string): AppAddress => {
    const place = sandbox.place();
    return {
      ...place,
      url,
      networkUrls: place.onNetwork ? networkUrls(new URL(url).port) : [],
      networkLimited: settings.managed.networkLimited,
    };
  };
  /** Returns `cancelled` if the caller aborts first, because the Sandbox may need seconds to start. */
  const unlessAborted = <Value>(work: Promise<Outcome<Value>>, signal: AbortSignal): Promise<Outcome<Value>> =>
    Promise.race([work, whenAborted(signal).then(() => fail('cancelled', clock.now()))]);
  const address = (endpoint: ReturnType<Sandbox['endpoint']>, signal: AbortSignal) =>
    mapOutcome(unlessAborted(endpoint, signal), ({ url }) => addressAt(url));

  const ask = <Value>(
    request: ControlRequest,
    schema: z.ZodType<Value>,
    signal: AbortSignal,
  ): Promise<Outcome<Value>> => {
    const access = andThen(profiles.list.find(sandboxProfileId), (profile) =>
      profiles.accessOf(profile, { ended: neverAborted }),
    );
    const reply = andThen(unlessAborted(access, signal), (value) =>
      sandbox.place().onNetwork ? fail('control_unavailable', clock.now()) : control.send(value, request, signal),
    );
    return andThen(reply, (json) => {
      const result = schema.safeParse(json);
      return result.success ? succeed(result.data) : fail('unreadable_reply', clock.now());
    });
  };
  const list = (signal: AbortSignal): Promise<Outcome<AppKey[]>> =>
    mapOutcome(ask({ method: 'GET', path: 'keys' }, listedSchema, signal), ({ keys }) =>
      keys
        .filter(({ revoked }) => revoked === null)
        .map(({ id, description, last_four: lastFour, created }) => ({
          id,
          description,
          lastFour,
          created,
          storedIn: appKeys.placeOf(id),
        })),
    );

  return {
    address: (_args, { signal }) => address(sandbox.endpoint(), signal),
    restart: (_args, { signal }) => address(sandbox.restart(), signal),
    share: async ({ onNetwork }, { signal }) => {
      if (onNetwork && settings.managed.networkLimited) {
        return fail('managed', clock.now(), { detail: 'Your administrator restricts the Sandbox to this device.' });
      }
      const isAlreadyOn = sandbox.place().onNetwork === onNetwork;
      return address(isAlreadyOn ? sandbox.endpoint() : sandbox.restart({ onNetwork }), signal);
    },
    keys: (_args, { signal }) => list(signal),
    makeKey: async ({ description, keep }, { signal }) => {
      const ready = keep === 'keychain' ? await appKeys.probe() : succeed(null);
      if (!ready.ok) return ready;
      const keyReply = await ask({ method: 'POST', path: 'keys', body: { description } }, madeSchema, signal);
      if (!keyReply.ok) return keyReply;
      const { id, apiKey } = keyReply.value;
      await appKeys.keep(id, apiKey, keep);
      const keys = await list(signal);
      // The service shows the key only once, so return it even if the list fails.
      return succeed({ id, apiKey, keys: keys.ok ? keys.value : [] });
    },
    revokeKey: async ({ id }, { signal }) => {
      const revokeResult = await ask({ method: 'POST', path: `keys/${id}/revoke` }, z.unknown(), signal);
      if (!revokeResult.ok && revokeResult.error.code !== 'not_found') return revokeResult;
      await appKeys.forget(id);
      return list(signal);
    },
    environment: async ({ id }, { signal }) => {
      const key = await appKeys.read(id);
      if (!key.ok) return key;
      return mapOutcome(address(sandbox.endpoint(), signal), ({ url }) => ({
        text: `FERRY_URL=${url}\nFERRY_API_KEY=${key.value}\n`,
      }));
    },
  };
}
