import { brand } from '#shared/brand.ts';
import { readArguments, type StartSwitch } from './start-switches.ts';

/**
 * Variables that log TLS keys, trust more authorities, or make Node load code or print data. A packaged console drops
 * them before other code reads them and before it starts child processes.
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
  readonly dropped: readonly string[];
}

export interface StartFacts {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly isPackaged: boolean;
  readonly platform?: NodeJS.Platform;
}

/**
 * Decides whether the console starts, and drops variables from `env`. Chromium has read its switches, but opened no
 * window, port or connection. A console run from source accepts every switch, for developers and tests. Returns how to
 * start, or the message to show instead.
 */
export function guardStart({
  argv,
  env,
  isPackaged,
  platform,
}: StartFacts): AdmittedStart | { readonly refusal: string } {
  const { switches, userData } = readArguments(argv.slice(1), platform);
  const refusedSwitches = switches.filter(({ problem, isOwn }) => problem !== null && (isPackaged || isOwn));
  if (refusedSwitches.length > 0) {
    const names = [...new Set(refusedSwitches.map(({ name }) => name))].join(', ');
    const help = [...new Set(refusedSwitches.map(({ problem }) => problem))].join(' ');
    return { refusal: `${brand.consoleName} doesn't start with ${names}. ${help}` };
  }
  if (isPackaged && sandboxVariable in env) {
    return {
      refusal: `${brand.consoleName} doesn't start while ${sandboxVariable} is set, because this variable turns off the sandbox. Unset it.`,
    };
  }
  const droppedNames = isPackaged ? droppedVariables.filter((name) => name in env) : [];
  for (const name of droppedNames) delete env[name];
  return { userData, dropped: droppedNames, switches: switches.filter(({ isOwn }) => !isOwn) };
}
