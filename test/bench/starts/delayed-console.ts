import { cp, rename } from 'node:fs/promises';
import path from 'node:path';
import { snapshotFolder } from '../build-snapshot.ts';

const slowService = path.join(import.meta.dirname, '..', 'servers', 'slow-service.mjs');

/** Copies the built console with a Sandbox that delays replies by FERRY_BENCH_LATENCY_MS. Returns the folder. */
export async function delayedConsole(folder: string): Promise<string> {
  // In the snapshot's parent folder, so that native packages resolve the same way.
  const copy = path.join(path.dirname(snapshotFolder), `delayed-${path.basename(folder)}`);
  await cp(snapshotFolder, copy, { recursive: true });
  const service = path.join(copy, 'out', 'service');
  await rename(path.join(service, 'main.mjs'), path.join(service, 'real.mjs'));
  await cp(slowService, path.join(service, 'main.mjs'));
  return copy;
}
