/** System and processor of a package, as Electron names them. */
export interface Target {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64';
}

/** Returns the file name of an executable on the target. */
export const executableOn = ({ platform }: Target, name: string): string =>
  platform === 'win32' ? `${name}.exe` : name;

/** Returns a name such as `linux-x64`, as used by keytar's native modules and in published files. */
export const targetName = ({ platform, arch }: Target): string => `${platform}-${arch}`;
