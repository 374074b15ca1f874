import type { Readable } from 'node:stream';
import type { SelfCheckItem, Version } from '#shared/console-contract/self-check-calls.ts';
import type { DataReply, DataRequest } from '#shared/data-messages/data-calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { CrashReports } from '../log/crash-reports.ts';
import type { Log } from '../log/log.ts';
import type { Redactor } from '../log/redactor.ts';
import type { HttpTransport } from './http-transport.ts';
import type { SaveFile } from './save-file.ts';
import type { SecretStore } from './secret-store.ts';

interface HostFacts {
  readonly versions: readonly Version[];
  readonly items: readonly SelfCheckItem[];
}

/** @param serviceURL URL whose proxy is resolved; null without a base URL */
export type InspectHost = (serviceURL: string | null) => Promise<HostFacts>;

/** Writes the settings file atomically. Throws the system's error on failure. */
export type WriteSettings = (document: object) => void;

/** Opens the writer of `<name>.json` in a folder. Only called before the first save, as its libraries are large. */
export type OpenSettingsWriter = (folder: string, name: string) => Promise<WriteSettings>;

export interface DataChannel {
  readonly send: (request: DataRequest) => void;
  readonly onReply: (listener: (reply: DataReply) => void) => void;
  /** `cause`: the exit code, or the error that ended the thread. */
  readonly onExit: (listener: (cause: unknown) => void) => void;
  readonly stop: () => void;
}

/** Starts the data process: a utility process in Electron, a worker thread in the browser host. */
export type DataLauncher = (userDataDir: string) => DataChannel;

export interface ServiceProcess {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** `failure`: why the process couldn't start. */
  readonly onExit: (listener: (code: number | null, failure?: Error) => void) => void;
  readonly stop: () => void;
}

export type ServiceLauncher = (flags: readonly string[]) => ServiceProcess;

/** The administrators' configuration file: its content, or why the console doesn't use it. */
export type ManagedFile = { readonly path: string } & ({ readonly text: string } | { readonly fault: string });

/** Policies of Group Policy or device management: values by policy name, or why they can't be read. */
export type ManagedPolicies = { readonly path: string } & (
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly fault: string }
);

export interface ConsolePorts {
  readonly host: 'electron' | 'browser';
  readonly version: string;
  /** Folder for all data of the console. It exists and is writable. */
  readonly userDataDir: string;
  readonly clock: Clock;
  readonly transport: HttpTransport;
  /** Creates a transport that also trusts these certificate authorities (PEM), for a profile with a CA file. */
  readonly transportWithCa: (certificates: readonly string[]) => HttpTransport;
  readonly resolveHost: (name: string) => Promise<readonly string[]>;
  readonly secrets: SecretStore;
  readonly openSettingsWriter: OpenSettingsWriter;
  readonly managedFile: ManagedFile | null;
  readonly managedPolicies?: ManagedPolicies | null;
  readonly launchService: ServiceLauncher;
  readonly launchData: DataLauncher;
  readonly labFiles: string;
  /** Clears a guest's in-memory session after its lab has ended. Electron only. Never rejects. */
  readonly forgetGuest?: (partition: string) => Promise<void>;
  readonly saveFile: SaveFile;
  /** Opens a folder in the system's file browser. Resolves with false if there is no file browser. */
  readonly openFolder: (folder: string) => Promise<boolean>;
  readonly inspectHost: InspectHost;
  /** Whether the system can show notifications. If not, the page's browser shows them. */
  readonly canNotify?: () => boolean;
  readonly log: Log;
  readonly crashReports: CrashReports;
  readonly redactor: Redactor;
}
