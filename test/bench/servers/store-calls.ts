import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';

/** What of the store is called, and how often. */
export interface StoreCalls {
  readonly call: 'total' | 'page10' | 'page25';
  readonly times: number;
}

// The store alone, on the folder of the first argument: calls come over IPC, the answer is microseconds of CPU per call.
const opened = openServiceStore(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.sentence);
const { store } = opened;
const organization = (await store.seed.organization())?.number ?? 0;
const callOf = {
  total: () => store.migrations.total(organization),
  page10: () => store.migrations.page(organization, { page: 1, pageSize: 10 }),
  page25: () => store.migrations.page(organization, { page: 1, pageSize: 25 }),
};

const measure = async ({ call, times }: StoreCalls): Promise<void> => {
  const before = process.cpuUsage();
  for (let done = 0; done < times; done += 1) await callOf[call]();
  const { user, system } = process.cpuUsage(before);
  process.send?.({ microseconds: (user + system) / times });
};
process.on('message', (message: Partial<StoreCalls>) => {
  if (message.call && message.times) void measure({ call: message.call, times: message.times });
});
process.channel?.ref();
process.once('SIGTERM', () => void store.close().then(() => process.exit()));
process.stdout.write('{}\n');
