import type { ServerName } from '#test/fixtures/providers/provider-server.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { chosenDirections, killsVariable } from './chosen-directions.ts';
import { testDirection } from './direction.ts';

/** SOGo is not among them: it needs root. */
const three: readonly (readonly [ServerName, ServerName])[] = [
  ['cyrus', 'davical'],
  ['davical', 'cyrus'],
  ['radicale-newest', 'xandikos-newest'],
];

const kills = Number(process.env[killsVariable] ?? (isSoak ? 20 : 2));

for (const [from, to] of chosenDirections(isSoak) ?? three) testDirection({ from, to, kills });
