/** A system and processor that packages are made for, in Electron's words. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
}

/** Name of an executable on the target. */
export const executableOn = ({ platform }: Target, name: string): string =>
  platform === 'win32' ? `${name}.exe` : name;

/** `linux-x64`, as the prebuilds of keytar and the files that are handed out are named. */
export const targetName = ({ platform, arch }: Target): string => `${platform}-${arch}`;
