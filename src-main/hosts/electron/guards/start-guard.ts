import { brand } from '#shared/brand.ts';
import { readArguments, type StartSwitch } from './start-switches.ts';

/**
 * Variables that would write down the keys of connections, trust more authorities, or load and print what a start did
 * not ask for. A packaged console drops them before anything reads them, also for the processes that it starts.
 */
const droppedVariables = [
  'SSLKEYLOGFILE',
  'NODE_DEBUG',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_V8_COVERAGE',
];

const sandboxVariable = 'ELECTRON_DISABLE_SANDBOX';

export interface AdmittedStart {
  readonly userData: string | null;
  readonly switches: readonly StartSwitch[];
  /** Names of variables that were set and have no effect. */
  readonly dropped: readonly string[];
}

export interface StartFacts {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isPackaged: boolean;
  readonly platform?: NodeJS.Platform;
}

/**
 * Decides whether the console starts, and drops variables from `env`. Chromium has read its switches by then, but it has
 * opened no window, no port and no connection. A console that runs from its sources takes every switch: its developers
 * and tests need them.
 * @returns how it starts, or what to say instead
 */
export function guardStart({
  argv,
  env,
  isPackaged,
  platform,
}: StartFacts): AdmittedStart | { readonly refusal: string } {
  const { switches, userData } = readArguments(argv.slice(1), platform);
  const refused = switches.filter(({ problem, isOwn }) => problem !== null && (isPackaged || isOwn));
  if (refused.length > 0) {
    const names = [...new Set(refused.map(({ name }) => name))].join(', ');
    const help = [...new Set(refused.map(({ problem }) => problem))].join(' ');
    return { refusal: `${brand.consoleName} doesn't start with ${names}. ${help}` };
  }
  if (isPackaged && sandboxVariable in env) {
    return {
      refusal: `${brand.consoleName} doesn't start while ${sandboxVariable} is set, because it turns off the sandbox. Unset it.`,
    };
  }
  const dropped = isPackaged ? droppedVariables.filter((name) => name in env) : [];
  for (const name of dropped) delete env[name];
  return { userData, dropped, switches: switches.filter(({ isOwn }) => !isOwn) };
}
