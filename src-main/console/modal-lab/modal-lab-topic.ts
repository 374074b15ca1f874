import type { ConsoleEvents } from '../console-events.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import type { ConsolePorts } from '../console-ports.ts';
import type { LinkTokensTopic } from '../link-tokens/link-tokens.ts';
import type { NetworkGate } from '../network/network-gate.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import { createLabs, type Labs } from './labs.ts';
import { createModalLabHandlers } from './modal-lab-handlers.ts';

/** The open labs with the calls of their page. */
interface ModalLabTopic {
  readonly labs: Labs;
  readonly handlers: ConsoleHandlers['modalLab'];
}

interface ModalLabTopicPorts {
  readonly ports: Pick<ConsolePorts, 'host' | 'clock' | 'redactor' | 'labFiles' | 'forgetGuest' | 'saveFile'>;
  readonly network: NetworkGate;
  readonly profiles: Pick<Profiles, 'binding' | 'service'>;
  readonly linkTokens: LinkTokensTopic;
  readonly events: ConsoleEvents;
}

export function createModalLabTopic(topic: ModalLabTopicPorts): ModalLabTopic {
  const { ports, network, profiles, linkTokens, events } = topic;
  const labs = createLabs({ ...ports, network, mint: linkTokens.mint, history: linkTokens.history }, (change) =>
    events.emit('modalLab:changed', change),
  );
  events.listen(({ name, data }) => {
    if (name === 'console:state-changed') labs.follow(data.profile.id, profiles.binding(), data.profile.baseURL);
  });
  return { labs, handlers: createModalLabHandlers({ ...ports, labs, service: profiles.service }) };
}
