/** A system and processor to package for, in Electron's words. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
}

/** Name of an executable on the target. */
export const executableOn = ({ platform }: Target, name: string): string =>
  platform === 'win32' ? `${name}.exe` : name;

/** `linux-x64`: the name in keytar's prebuilds and in published files. */
export const targetName = ({ platform, arch }: Target): string => `${platform}-${arch}`;
