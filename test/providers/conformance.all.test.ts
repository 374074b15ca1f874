import type { ServerName } from '#test/fixtures/providers/provider-server.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { chosenDirections, killsVariable } from './chosen-directions.ts';
import { testDirection } from './direction.ts';

/** Between them each of the large servers is a source and a destination. */
const three: readonly (readonly [ServerName, ServerName])[] = [
  ['cyrus', 'davical'],
  ['davical', 'sogo'],
  ['sogo', 'cyrus'],
];

const kills = Number(process.env[killsVariable] ?? (isSoak ? 20 : 2));

for (const [from, to] of chosenDirections(isSoak) ?? three) testDirection({ from, to, kills });
