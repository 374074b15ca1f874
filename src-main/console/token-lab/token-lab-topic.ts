import type { HttpTransport } from '../api-client/http-transport.ts';
import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ConsolePorts } from '../console-ports.ts';
import type { NetworkGate } from '../network/network-gate.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { ServiceControl } from '../service-control/service-control.ts';
import { createTokenLab } from './token-lab.ts';
import { createTokenLabHandlers } from './token-lab-handlers.ts';

interface TokenLabTopicPorts {
  readonly ports: Pick<ConsolePorts, 'clock' | 'version' | 'redactor' | 'saveFile'>;
  readonly network: NetworkGate;
  readonly profiles: Profiles;
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly control: ServiceControl;
  readonly events: ConsoleEvents;
  /** Ends what runs. */
  readonly closing: AbortSignal;
}

export function createTokenLabTopic(topic: TokenLabTopicPorts): ConsoleHandlers['tokenLab'] {
  const { ports, network, profiles, requestLog, control, events, closing } = topic;
  let transport: HttpTransport | undefined;
  const lab = createTokenLab(
    {
      ...ports,
      control,
      access: profiles.access,
      record: requestLog.record,
      // Chromium opens six connections to a host: of eight requests at once two would wait. Node's stack opens eight.
      transport: () => (transport ??= network.transportWithCa([])),
      profile: profiles.active.profile,
      binding: profiles.binding,
      onChange: (change) => events.emit('tokenLab:changed', change),
    },
    closing,
  );
  const subject = () => {
    const { name, environment, baseURL } = profiles.view();
    return { version: ports.version, profile: name, environment, baseURL };
  };
  return createTokenLabHandlers({ ...ports, lab, subject });
}
