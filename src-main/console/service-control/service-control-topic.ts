import { andThen, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { BrandView, SandboxView } from '#shared/console-contract/sandbox-calls.ts';
import { controlBrandSchema } from '#shared/service-control/control-brand.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { Access } from '../api-client/service-client.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { Labs } from '../modal-lab/labs.ts';
import type { WatchTopic } from '../watch/watch-topic.ts';
import { type ControlRequest, createServiceControl } from './service-control.ts';

interface ServiceControlTopicPorts extends BaseTopics {
  readonly loadedRows: Pick<LoadedRows, 'dropAllRows'>;
  readonly watch: Pick<WatchTopic, 'checkSoon'>;
  readonly labs: Pick<Labs, 'all'>;
}

const comparableText = (view: SandboxView): string =>
  JSON.stringify(view.kind === 'none' ? view : { ...view, readAt: '', state: { ...view.state, now: '' } });

const resetRequests: readonly ControlRequest[] = [
  { method: 'DELETE', path: 'faults' },
  { method: 'DELETE', path: 'scenario' },
  { method: 'DELETE', path: 'clock' },
];

const endsTokens: readonly string[] = ['tokens/expire', 'reset'];

export function createServiceControlTopic(topic: ServiceControlTopicPorts) {
  const { clock, profiles, api: client, connection, loadedRows, watch, labs, events } = topic;
  const control = createServiceControl({ clock, client, onAnswer: connection.onResponse });
  let lastView = '';
  const read = async (access: Access, signal: AbortSignal): Promise<Outcome<SandboxView>> => {
    const stateResult = await control.state(access, signal);
    if (!stateResult.ok) return stateResult;
    const { profileId } = access;
    const view: SandboxView =
      typeof stateResult.value === 'string'
        ? { kind: 'none', profileId, reason: stateResult.value }
        : { kind: 'control', profileId, state: stateResult.value, readAt: clock.now().toISOString() };
    const viewText = comparableText(view);
    if (viewText !== lastView) events.emit('sandbox:changed', view);
    lastView = viewText;
    return succeed(view);
  };
  const change = async (signal: AbortSignal, ...requests: readonly ControlRequest[]): Promise<Outcome<SandboxView>> => {
    const access = await profiles.access();
    if (!access.ok) return access;
    for (const request of requests) {
      const sendResult = await control.send(access.value, request, signal);
      if (sendResult.ok && endsTokens.includes(request.path)) {
        for (const lab of labs.all()) if (lab.input.profileId === access.value.profileId) lab.tokensEnded();
      }
      if (sendResult.ok) continue;
      const isMissing = sendResult.error.code === 'not_found' && !request.path.startsWith('migrations/');
      return isMissing ? fail('control_unavailable', clock.now()) : sendResult;
    }
    return read(access.value, signal);
  };
  const sendBrand = async (request: ControlRequest, signal: AbortSignal): Promise<Outcome<BrandView>> => {
    const access = await profiles.access();
    if (!access.ok) return access;
    const sendResult = await control.send(access.value, request, signal);
    if (!sendResult.ok)
      return sendResult.error.code === 'not_found' ? fail('control_unavailable', clock.now()) : sendResult;
    const brandResult = controlBrandSchema.safeParse(sendResult.value);
    if (!brandResult.success) return fail('control_unavailable', clock.now());
    const { logo_png: logo, ...brand } = brandResult.data;
    return succeed({ profileId: access.value.profileId, ...brand, logo });
  };
  const post = (path: string, body?: unknown): ControlRequest => ({ method: 'POST', path, body });
  return {
    control,
    handlers: {
      state: (_args, { signal }) => andThen(profiles.access(), (access) => read(access, signal)),
      advanceClock: ({ seconds }, { signal }) => change(signal, post('clock', { advance_seconds: seconds })),
      putClockBack: (_args, { signal }) => change(signal, { method: 'DELETE', path: 'clock' }),
      setScenario: (wanted, { signal }) => change(signal, post('scenario', wanted)),
      clearScenario: (_args, { signal }) => change(signal, { method: 'DELETE', path: 'scenario' }),
      addFault: ({ rule }, { signal }) => change(signal, post('faults', { rules: [rule] })),
      removeFault: async ({ id }, { signal }) => {
        const removal = await change(signal, { method: 'DELETE', path: `faults/${id}` });
        // Succeeds if the rule is missing: another window or a restart may already have removed it.
        return !removal.ok && removal.error.code === 'control_unavailable' ? change(signal) : removal;
      },
      clearFaults: (_args, { signal }) => change(signal, { method: 'DELETE', path: 'faults' }),
      backToNormal: (_args, { signal }) => change(signal, ...resetRequests),
      reset: async (wanted, { signal }) => {
        const resetResult = await change(signal, post('reset', wanted));
        // If the response was lost, the reset may still have happened, so the rows are dropped anyway.
        await loadedRows.dropAllRows();
        return resetResult;
      },
      moveMigration: async ({ id, status }, { signal }) => {
        const statusResult = await change(signal, post(`migrations/${id}/status`, { status }));
        watch.checkSoon(id);
        return statusResult;
      },
      brand: (_args, { signal }) => sendBrand({ method: 'GET', path: 'brand' }, signal),
      setBrand: async (wanted, { signal }) => {
        const brand = await sendBrand(post('brand', wanted), signal);
        if (brand.ok) events.emit('sandbox:brand-changed', brand.value);
        return brand;
      },
      expireTokens: (_args, { signal }) => change(signal, post('tokens/expire')),
    } satisfies ConsoleHandlers['sandbox'],
  };
}
