import type { HttpTransport } from './api-client/http-transport.ts';
import type { Clock } from './clock.ts';
import type { ServiceLauncher } from './sandbox/service-launcher.ts';

/** What a host lends the console. The core knows neither Electron nor a browser. */
export interface ConsolePorts {
  readonly host: 'electron' | 'browser';
  readonly version: string;
  /** Folder of everything the console keeps; it exists and can be written. */
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly transport: HttpTransport;
  /** Starts Ferry Service in a process of its own, for the Sandbox. */
  readonly launchService: ServiceLauncher;
  /** One line for the log; never a key, a token or a body. */
  readonly log: (line: string) => void;
}
