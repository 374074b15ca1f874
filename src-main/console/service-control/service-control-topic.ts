import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ConsolePorts } from '../console-ports.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { NetworkGate } from '../network/network-gate.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { WatchTopic } from '../watch/watch-topic.ts';
import { createServiceControl, type ServiceControl } from './service-control.ts';
import { createSandboxHandlers } from './service-control-handlers.ts';

/** The control of a service on this computer, with the calls of the page Sandbox. */
interface ServiceControlTopic {
  readonly control: ServiceControl;
  readonly handlers: ConsoleHandlers['sandbox'];
}

interface ServiceControlTopicPorts {
  readonly ports: Pick<ConsolePorts, 'clock' | 'version' | 'redactor'>;
  readonly network: NetworkGate;
  readonly profiles: Pick<Profiles, 'access'>;
  readonly loadedRows: Pick<LoadedRows, 'startAnew'>;
  readonly watch: Pick<WatchTopic, 'lookSoon'>;
  readonly events: ConsoleEvents;
}

export function createServiceControlTopic(topic: ServiceControlTopicPorts): ServiceControlTopic {
  const { ports, network, profiles, loadedRows, watch, events } = topic;
  const control = createServiceControl({ ...ports, transport: network.transport, border: ports.redactor });
  return {
    control,
    handlers: createSandboxHandlers({
      clock: ports.clock,
      control,
      access: profiles.access,
      onView: (view) => events.emit('sandbox:changed', view),
      onMoved: watch.lookSoon,
      onReset: loadedRows.startAnew,
    }),
  };
}
