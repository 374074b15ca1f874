import { useQueryClient } from '@tanstack/react-query';
import { Copy, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AppAddress } from '#shared/console-contract/connect-app-calls.ts';
import { Button, CopyButton, copyText } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { useConsole, useRead } from '../../api/console-api.ts';
import { useChangePreferences, useSettingsView } from '../../api/settings.ts';
import { useAction } from '../../api/use-action.ts';
import { AppKeys } from './app-keys.tsx';
import { CountField, readWholeNumber, SandboxCard, SandboxProblem } from './card-parts.tsx';

const addressKey = ['console', 'connect-app', 'address'] as const;

const useAppAddress = (profileURL: string | null) => {
  return useRead([...addressKey, profileURL], (api, options) => api.connectApp.address({}, options), {
    staleTime: 0,
    placeholderData: (before) => before,
  });
};

const PortForm = ({ address }: { readonly address: AppAddress }) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const savedPort = useSettingsView()?.preferences.sandboxPort ?? null;
  const change = useChangePreferences();
  const { port: current } = new URL(address.url);
  const [typedPort, setTypedPort] = useState<string | null>(null);
  const shownPort = typedPort ?? String(savedPort ?? current);
  const port = readWholeNumber(shownPort, 'The port', 1_024, 65_535);
  const isPortSaved = savedPort !== null && port.value === savedPort;
  const storeAddress = (next: Promise<AppAddress>) =>
    next.then((now) => client.setQueriesData<AppAddress>({ queryKey: addressKey }, now));
  const save = useAction(async (signal, wanted: number | null) => {
    await change({ sandboxPort: wanted });
    setTypedPort(null);
    await storeAddress(api.connectApp.address({}, { signal }));
  });
  const retry = useAction(async (signal) => void (await storeAddress(api.connectApp.restart({}, { signal }))));
  const error = save.error ?? retry.error;
  return (
    <>
      <Form
        className="sandbox-row"
        onSubmit={() => {
          if (port.value !== null && !isPortSaved) void save.run(port.value);
        }}
      >
        <CountField label="Port" value={shownPort} problem={port.problem} onText={setTypedPort} />
        <Button
          type="submit"
          busy={save.busy}
          disabledBecause={isPortSaved ? 'The Sandbox uses this port at every start' : null}
        >
          {port.value === null || String(port.value) === current || isPortSaved ? 'Keep this port' : 'Use this port'}
        </Button>
        {savedPort === null ? null : (
          <Button variant="ghost" onPress={() => void save.run(null)}>
            Use any free port
          </Button>
        )}
        <span className="sandbox-help note port-help">
          {savedPort === null ? 'The port may change at the next start.' : 'The port stays the same at every start.'}
        </span>
      </Form>
      {address.takenPort === null ? null : (
        <output className="port-taken gap-8 text-partial row">
          <TriangleAlert size={14} aria-hidden="true" />
          <span>
            Another program uses port {address.takenPort}. Until the port is free, the Sandbox uses port {current}.
          </span>
          <Button size="small" busy={retry.busy} onPress={() => void retry.run()}>
            Try again
          </Button>
        </output>
      )}
      {error ? <SandboxProblem text={error.detail ?? "The port couldn't be changed. Try again."} /> : null}
    </>
  );
};

const NetworkSharing = ({ address }: { readonly address: AppAddress }) => {
  const { api } = useConsole();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const share = useAction(async (signal, onNetwork: boolean) => {
    const newAddress = await api.connectApp.share({ onNetwork }, { signal });
    client.setQueriesData<AppAddress>({ queryKey: addressKey }, newAddress);
    await client.invalidateQueries({ queryKey: ['console'] });
  });
  return (
    <>
      <h3 className="sandbox-part">A phone on the same network</h3>
      {address.onNetwork ? (
        <ul className="app-addresses" aria-label="Addresses on the network">
          {address.networkUrls.map((url) => (
            <li key={url}>
              <code className="mono">{url}</code>
              <CopyButton text={url} label="Copy address" />
            </li>
          ))}
          {address.networkUrls.length === 0 ? <li>This device is offline.</li> : null}
        </ul>
      ) : null}
      <div className="sandbox-row">
        {address.onNetwork ? (
          <Button busy={share.busy} onPress={() => void share.run(false)}>
            Stop sharing
          </Button>
        ) : (
          <Button
            busy={share.busy}
            disabledBecause={address.networkLimited ? 'Your administrator turned off Sandbox sharing' : null}
            onPress={() => setAsking(true)}
          >
            Share on this network
          </Button>
        )}
        <span className="sandbox-help note">
          {address.onNetwork
            ? 'You can change faults, scenario, clock, data and keys again after sharing stops. Sharing stops when you quit the console.'
            : 'Only this device can reach the Sandbox.'}
        </span>
      </div>
      {share.error ? <SandboxProblem text={share.error.detail ?? "The Sandbox couldn't restart. Try again."} /> : null}
      {isAsking ? (
        <ConfirmDialog
          title="Share the Sandbox on this network?"
          confirm="Share"
          onConfirm={() => void share.run(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            Every device on this network can then reach the Sandbox's API and modals, without encryption. Do this only
            on a network you trust. The data is sample data, and requests still need a key.
          </p>
          <p>
            The Sandbox restarts and clears its faults. You can't change faults, scenario, clock, data or keys until
            sharing stops. Sharing also stops when you quit the console.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
};

const firstCall = (url: string): string =>
  `curl -X POST ${url}/api/v1/link-token -H "Authorization: Bearer $FERRY_API_KEY" -H "Content-Type: application/json" -d "{}"`;

export const ConnectAppCard = ({ profileURL }: { readonly profileURL: string | null }) => {
  const { data: address } = useAppAddress(profileURL);
  return (
    <SandboxCard title="Connect your app" note={address?.onNetwork ? 'Shared on this network' : 'On this device'}>
      <div className="app-address">
        <code className="mono">{address?.url ?? profileURL ?? ''}</code>
        {address ? <CopyButton text={address.url} label="Copy address" /> : null}
      </div>
      {address ? (
        <>
          <PortForm address={address} />
          <h3 className="sandbox-part">API keys</h3>
          {address.onNetwork ? (
            <p className="sandbox-help note">Existing keys still work. To create or revoke keys, stop sharing.</p>
          ) : (
            <AppKeys />
          )}
          <h3 className="sandbox-part">First API call</h3>
          <div className="first-call row">
            <code className="mono">{firstCall(address.url)}</code>
            <Button size="small" icon={Copy} onPress={() => copyText(firstCall(address.url), 'the call')}>
              Copy
            </Button>
          </div>
          <NetworkSharing address={address} />
        </>
      ) : null}
    </SandboxCard>
  );
};
