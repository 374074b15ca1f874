import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { builtProgram } from '../build-snapshot.ts';

/** A key of the Sandbox of a user-data folder, made while it runs: the console's own never leaves its process. */
export async function makeSandboxKey(userData: string): Promise<string> {
  const flags = ['keys', 'create', '--data', path.join(userData, 'sandbox'), '--description', 'Benchmark'];
  const { stdout } = await promisify(execFile)(process.execPath, [builtProgram('service', 'main.mjs'), ...flags]);
  return (JSON.parse(stdout) as { apiKey: string }).apiKey;
}
