import type { SelfCheckItem, Version } from '#shared/console-contract/self-check-calls.ts';
import type { HttpTransport } from './api-client/http-transport.ts';
import type { SecretStore } from './api-key/secret-store.ts';
import type { Clock } from './clock/clock.ts';
import type { DataLauncher } from './data/data-launcher.ts';
import type { SaveFile } from './exports/save-file.ts';
import type { Log } from './log/log.ts';
import type { Redactor } from './log/redactor.ts';
import type { ServiceLauncher } from './sandbox/service-launcher.ts';
import type { ManagedFile } from './settings/managed-configuration.ts';
import type { OpenSettingsWriter } from './settings/settings-port.ts';

/** What only the host knows about its runtime. */
interface HostFacts {
  readonly versions: readonly Version[];
  readonly items: readonly SelfCheckItem[];
}

/** @param serviceURL the address whose proxy is asked for; null where no service is known */
export type InspectHost = (serviceURL: string | null) => Promise<HostFacts>;

/** What a host lends the console. The core knows neither Electron nor a browser. */
export interface ConsolePorts {
  readonly host: 'electron' | 'browser';
  readonly version: string;
  /** Folder of everything the console keeps; it exists and can be written. */
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly transport: HttpTransport;
  /** The same with these certificate authorities (PEM) besides the host's own, for a profile that names a CA file. */
  readonly transportWithCa: (certificates: readonly string[]) => HttpTransport;
  /** Every IP address of a host name, as the system resolves it. Rejects where it has none. */
  readonly resolveHost: (name: string) => Promise<readonly string[]>;
  /** Where API keys live. */
  readonly secrets: SecretStore;
  readonly openSettingsWriter: OpenSettingsWriter;
  /** The configuration file of this computer's administrators, or null. */
  readonly managedFile: ManagedFile | null;
  /** Starts Ferry Service in a process of its own, for the Sandbox. */
  readonly launchService: ServiceLauncher;
  /** Starts the data process. */
  readonly launchData: DataLauncher;
  /** Folder of the built page of the modal lab. */
  readonly labFiles: string;
  /** Empties the in-memory session of a guest whose lab has ended; only in Electron. Never rejects. */
  readonly forgetGuest?: (partition: string) => Promise<void>;
  /** Where exported files go. */
  readonly saveFile: SaveFile;
  /** Opens a folder in the system's file browser; resolves with false where there is none. */
  readonly openFolder: (folder: string) => Promise<boolean>;
  readonly inspectHost: InspectHost;
  readonly log: Log;
  /** The one that the log goes through: a secret that it has learned is in no line. */
  readonly redactor: Redactor;
}
