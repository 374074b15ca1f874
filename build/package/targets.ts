/** System and processor of a package, in Electron's terms. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
}

/** Returns the file name of an executable on the target. */
export const executableOn = ({ platform }: Target, name: string): string =>
  platform === 'win32' ? `${name}.exe` : name;

/** Returns a name such as `linux-x64`, as used in keytar's prebuilds and published files. */
export const targetName = ({ platform, arch }: Target): string => `${platform}-${arch}`;
