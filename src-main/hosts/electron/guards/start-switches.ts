const barePattern = /^$/;

/** Switches that a packaged console accepts. They affect only display and input, not security. */
const displaySwitches: Readonly<Record<string, { readonly value: RegExp; readonly form: string }>> = {
  '--disable-gpu': { value: barePattern, form: '--disable-gpu' },
  '--disable-gpu-compositing': { value: barePattern, form: '--disable-gpu-compositing' },
  '--enable-wayland-ime': { value: barePattern, form: '--enable-wayland-ime' },
  '--force-dark-mode': { value: barePattern, form: '--force-dark-mode' },
  '--force-device-scale-factor': { value: /^\d(\.\d{1,3})?$/, form: '--force-device-scale-factor=1.5' },
  '--force-high-contrast': { value: barePattern, form: '--force-high-contrast' },
  '--force-prefers-reduced-motion': { value: barePattern, form: '--force-prefers-reduced-motion' },
  '--force-renderer-accessibility': { value: barePattern, form: '--force-renderer-accessibility' },
  '--lang': { value: /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i, form: '--lang=de' },
  '--ozone-platform': { value: /^(wayland|x11)$/, form: '--ozone-platform=wayland' },
  '--ozone-platform-hint': { value: /^(auto|wayland|x11)$/, form: '--ozone-platform-hint=auto' },
  '--wayland-text-input-version': { value: /^[13]$/, form: '--wayland-text-input-version=3' },
};
const ownFlag = '--user-data';
const forms = [`${ownFlag}=FOLDER`, ...Object.values(displaySwitches).map(({ form }) => form)].join(', ');
const unknownProblem = `Only these switches are allowed, spelled exactly like this: ${forms}.`;

const maxNameCharacters = 60;
const readableName = (name: string): string =>
  name
    .trim()
    .replace(/[^\x21-\x7e]/g, '?')
    .slice(0, maxNameCharacters);

export interface StartSwitch {
  /** Name without the value, which may be a secret. */
  readonly name: string;
  readonly isOwn: boolean;
  /** The suggested fix. Null for allowed switches. */
  readonly problem: string | null;
}

/** Arguments that the system adds: macOS for programs started from Finder, Windows for a start by a notification. */
const systemSwitches: Partial<Record<NodeJS.Platform, RegExp>> = {
  darwin: /^-psn_\d+_\d+$/,
  win32: /^-(Embedding|ToastActivated)$/,
};

/**
 * Whether Chromium or Node could read an argument as a switch: one or two dashes, or a slash on Windows, after
 * trimming. A long dash from autocorrect counts as a dash.
 */
const isSwitch = (argument: string, platform: NodeJS.Platform): boolean => {
  const [first = ''] = argument.trim();
  if (systemSwitches[platform]?.test(argument)) return false;
  return /^[-\u2010-\u2015\u2212]$/.test(first) || (platform === 'win32' && first === '/');
};

function judge(argument: string): StartSwitch {
  const [spelled = ''] = argument.split('=', 1);
  const knownSwitch = displaySwitches[spelled];
  const isAllowed = knownSwitch?.value.test(argument.slice(spelled.length + 1)) && !argument.endsWith('=');
  const problem = knownSwitch ? `Use ${knownSwitch.form}.` : unknownProblem;
  return { name: readableName(spelled), isOwn: false, problem: isAllowed ? null : problem };
}

/**
 * Parses the start arguments. Also checks arguments after `--`, which Chromium doesn't read as switches, because
 * refusing too many is safe and refusing too few isn't.
 * @param args without the program; the folder of an app doesn't count as a switch
 */
export function readArguments(args: readonly string[], platform: NodeJS.Platform = process.platform) {
  const switches: StartSwitch[] = [];
  let userData: string | null = null;
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    if (argument === ownFlag || argument.startsWith(`${ownFlag}=`)) {
      const isOwnFlag = argument === ownFlag;
      const value = isOwnFlag ? (args[at + 1] ?? '') : argument.slice(ownFlag.length + 1);
      const hasValue = value.trim() !== '' && !(isOwnFlag && isSwitch(value, platform));
      switches.push({ name: ownFlag, isOwn: true, problem: hasValue ? null : `Use ${ownFlag}=FOLDER.` });
      if (hasValue) userData = value;
      if (hasValue && isOwnFlag) at += 1;
    } else if (argument !== '--' && isSwitch(argument, platform)) {
      switches.push(judge(argument));
    }
  }
  return { switches, userData };
}
