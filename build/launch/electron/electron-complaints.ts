/** Lines that Chromium writes for its developers: `[1234:0101/120000.000000:ERROR:file.cc(1)] text`. */
const chromiumNoise = /^\[\d+:\d+\/[\d.]+:[A-Z]+\d*:|^\s*$/;

/** True for a line of Electron's standard error that says nothing to a person. */
export const isNoise = (line: string): boolean => chromiumNoise.test(line);

/** Why Electron ended before its window opened, as a part of a sentence, from its standard error and its end. */
export function whyElectronEnded(said: string, code: number | null, signal: NodeJS.Signals | null): string {
  if (/sandbox/i.test(said)) return 'Electron ended before its window opened, since its sandbox is not allowed here';
  if (/missing x server|cannot open display|ozone_platform/i.test(said)) {
    return 'Electron ended before its window opened, since the display does not answer';
  }
  const library = /error while loading shared libraries: (\S+):/.exec(said)?.[1];
  if (library) return `Electron does not start without the system’s library ${library}`;
  return `Electron ended before its window opened (${signal ?? `code ${code}`})`;
}
