import type { ConsoleBridge } from '#shared/console-contract/types.ts';
import { createConsoleClient } from '../../../src-renderer/api/console-client.ts';

const client = createConsoleClient(window.ferryBridge as ConsoleBridge);

/** Milliseconds per call of the first page of 25 rows, from the call to the typed rows. */
export async function timeListCalls(times: number): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < times; done += 1) {
    const { rows } = await client.migrations.list({ page: 1, pageSize: 25 });
    if (rows.length !== 25) throw new RangeError(`${rows.length} rows came.`);
  }
  return (performance.now() - startedAt) / times;
}

export const serviceAddress = async (): Promise<string | null> => (await client.console.state({})).profile.baseURL;
