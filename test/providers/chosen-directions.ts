import type { ServerName } from '#test/fixtures/providers/provider-server.ts';

export const serverNames = [
  'cyrus',
  'davical',
  'sogo',
  'radicale-debian',
  'radicale-newest',
  'xandikos-debian',
  'xandikos-newest',
] as const satisfies readonly ServerName[];

export const isServerName = (name: string): name is ServerName => serverNames.some((serverName) => serverName === name);

/** The variable in which `npm run test:providers` lists its directions, as comma-separated `from:to` pairs. */
export const directionsVariable = 'FERRY_DIRECTIONS';

export const killsVariable = 'FERRY_KILLS';

const runnable = serverNames.filter((name) => name !== 'sogo' || process.getuid?.() === 0);

/** Every pair of servers, without SOGo unless the tests run as root. */
export const allDirections = (): readonly (readonly [ServerName, ServerName])[] =>
  runnable.flatMap((from) => runnable.flatMap((to) => (from === to ? [] : [[from, to] as const])));

/** The directions of this run; undefined if the variable isn't set. */
export const chosenDirections = (isAll: boolean): readonly (readonly [ServerName, ServerName])[] | undefined => {
  const named = process.env[directionsVariable];
  if (named === undefined) return isAll ? allDirections() : undefined;
  return named.split(',').flatMap((direction) => {
    const [from = '', to = ''] = direction.split(':');
    return isServerName(from) && isServerName(to) ? [[from, to] as const] : [];
  });
};
