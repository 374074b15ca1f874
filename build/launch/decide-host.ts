/** What decides whether Electron can open a window here at all. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What came of looking for Electron's runtime: there, or why not. */
export type FoundElectron = { readonly there: true } | { readonly there: false; readonly reason: string };

/** The host that opens the console; where it is the browser, with the reason, as a part of a sentence. */
export type HostChoice = { readonly host: 'electron' } | { readonly host: 'browser'; readonly reason: string };

/** Why Electron cannot run here, whether or not its runtime is there; null when it can. */
function whyNotElectron({ platform, isRoot, env }: Surroundings): string | null {
  if (isRoot && platform !== 'win32') return 'this is the root user, and Electron’s sandbox refuses to run as root';
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  }
  return null;
}

/** Takes Electron where it can run and its runtime is there or can be had, which is only tried where it can run. */
export async function decideHost(around: Surroundings, find: () => Promise<FoundElectron>): Promise<HostChoice> {
  const obstacle = whyNotElectron(around);
  if (obstacle) return { host: 'browser', reason: obstacle };
  const electron = await find();
  return electron.there ? { host: 'electron' } : { host: 'browser', reason: electron.reason };
}
