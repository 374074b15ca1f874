import type { ApiClient } from '../api-client/api-client.ts';
import type { FeatureReader } from '../api-client/service-features.ts';
import type { Clock } from '../clock/clock.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { Network } from '../network/network-topic.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { SettingsTopic } from '../settings/settings-topic.ts';
import type { TimelineTopic } from '../timeline/timeline-topic.ts';

/** What `createConsole` creates first. Each later topic picks the parts that it uses. */
export interface BaseTopics {
  /** Ports that topics may use. They call services through `network`, and have no access to the keychain. */
  readonly ports: Omit<ConsolePorts, 'secrets' | 'transport' | 'transportWithCa' | 'resolveHost'>;
  readonly clock: Clock;
  readonly events: ConsoleEvents;
  readonly settings: SettingsTopic;
  readonly sandbox: Sandbox;
  readonly network: Network;
  readonly profiles: Profiles;
  readonly api: ApiClient;
  readonly features: FeatureReader;
  readonly connection: Connection;
  readonly data: DataProcess;
  readonly timeline: TimelineTopic;
}
