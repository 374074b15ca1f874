import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import { snapshotFolder } from '../build-snapshot.ts';

const slowService = path.join(import.meta.dirname, '..', 'servers', 'slow-service.mjs');

/** A copy of the built console whose Sandbox answers as late as FERRY_BENCH_LATENCY_MS says. Returns its folder. */
export async function delayedConsole(folder: string): Promise<string> {
  // Beside the snapshot, so that packages with native code are found as there.
  const copy = path.join(path.dirname(snapshotFolder), `delayed-${path.basename(folder)}`);
  await cp(snapshotFolder, copy, { recursive: true });
  const service = path.join(copy, 'out', 'service');
  await rename(path.join(service, 'main.mjs'), path.join(service, 'real.mjs'));
  await cp(slowService, path.join(service, 'main.mjs'));
  return copy;
}
