/** More specific names come first, because browsers also name the browsers that they are compatible with. */
const browsers = [
  [/EdgA?(?:iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

/** Describes a User-Agent header, such as "Firefox on Windows". */
export const browserName = (userAgent: string): string => {
  const nameIn = (names: typeof browsers | typeof systems): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = nameIn(systems);
  return `${nameIn(browsers) ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`;
};
