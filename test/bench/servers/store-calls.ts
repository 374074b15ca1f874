import { choosePlace } from '#service/open-store.ts';

/** What of the store is called, and how often. */
export interface StoreCalls {
  readonly call: 'total' | 'page10' | 'page25';
  readonly times: number;
  /** How many are under way together, as requests of several connections are. */
  readonly atOnce: number;
}

// The store alone, where the arguments say: calls come over IPC, the answer is microseconds of CPU per call.
const [, , flag, value = ''] = process.argv;
const chosen = await choosePlace(flag === '--data' ? { data: value } : { databaseUrl: value });
if (!chosen?.ok) throw new Error('The place of the rows is not right.');
const opened = await chosen.place.open();
if (!opened.ok) throw new Error(opened.sentence);
const { store } = opened;
const organization = (await store.seed.organization())?.number ?? 0;
const callOf = {
  total: () => store.migrations.total(organization),
  page10: () => store.migrations.page(organization, { page: 1, pageSize: 10 }),
  page25: () => store.migrations.page(organization, { page: 1, pageSize: 25 }),
};

const measure = async ({ call, times, atOnce }: StoreCalls): Promise<void> => {
  const callOnce = (): Promise<unknown> => callOf[call]();
  const before = process.cpuUsage();
  for (let done = 0; done < times; done += atOnce) await Promise.all(Array.from({ length: atOnce }, callOnce));
  const { user, system } = process.cpuUsage(before);
  process.send?.({ microseconds: (user + system) / times });
};
process.on('message', (message: Partial<StoreCalls>) => {
  const { call, times, atOnce = 1 } = message;
  if (call && times) void measure({ call, times, atOnce });
});
process.channel?.ref();
process.once('SIGTERM', () => void store.close().then(() => process.exit()));
process.stdout.write('{}\n');
