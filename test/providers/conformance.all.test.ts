import type { ServerName } from '#test/fixtures/providers/provider-server.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { chosenDirections, killsVariable } from './chosen-directions.ts';
import { testDirections } from './direction.ts';

/** Excludes SOGo, which needs root. The fastest pair is killed 20 times. */
const three: readonly (readonly [ServerName, ServerName, number])[] = [
  ['cyrus', 'davical', 2],
  ['davical', 'cyrus', 2],
  ['radicale-newest', 'xandikos-newest', 20],
];

const kills = Number(process.env[killsVariable] ?? 20);

testDirections(
  (chosenDirections(isSoak) ?? three).map(([from, to, ownKills = kills]) => ({ from, to, kills: ownKills })),
);
