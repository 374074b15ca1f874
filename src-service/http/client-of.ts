import type { IncomingHttpHeaders } from 'node:http';
import type { ActivityDetail } from '#shared/activity-api/activity-steps.ts';

/** Names and their patterns. The order matters: most browsers also name the families that follow. */
const families: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Electron', /\bElectron\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

/** Returns a browser's name from this list, never a part of the header. */
const browserFamily = (userAgent: string | undefined): string =>
  families.find(([, pattern]) => pattern.test((userAgent ?? '').slice(0, 1_000)))?.[0] ?? 'other';

export const clientOf = (headers: IncomingHttpHeaders, sdkVersion = ''): ActivityDetail => {
  const [sdk] = /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.exec(sdkVersion) ?? [];
  return { browser: browserFamily(headers['user-agent']), ...(sdk !== undefined && { sdk }) };
};
