/** Facts that determine whether Electron can open a window on this device. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether Electron's runtime was found, or why not. */
export type FoundElectron = { readonly there: true } | { readonly there: false; readonly reason: string };

/** The host that opens the console. For the browser host, `reason` is part of a sentence. */
export type HostChoice = { readonly host: 'electron' } | { readonly host: 'browser'; readonly reason: string };

/** Returns why Electron can't run on this device, even if its runtime is available. Null if it can. */
function electronObstacle({ platform, isRoot, env }: Surroundings): string | null {
  if (isRoot && platform !== 'win32') return "you are root, and Electron's sandbox doesn't run as root";
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  }
  return null;
}

/** Chooses Electron if it can run on this device and its runtime is available or can be downloaded. */
export async function decideHost(around: Surroundings, find: () => Promise<FoundElectron>): Promise<HostChoice> {
  const obstacle = electronObstacle(around);
  if (obstacle) return { host: 'browser', reason: obstacle };
  const electron = await find();
  return electron.there ? { host: 'electron' } : { host: 'browser', reason: electron.reason };
}
