import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { builtProgram } from '../build-snapshot.ts';

/** Creates another key of the running Sandbox: the console's own key never leaves its process. */
export async function makeSandboxKey(userData: string): Promise<string> {
  const flags = ['keys', 'create', '--data', path.join(userData, 'sandbox'), '--description', 'Benchmark'];
  const { stdout } = await promisify(execFile)(process.execPath, [builtProgram('service', 'main.mjs'), ...flags]);
  return (JSON.parse(stdout) as { apiKey: string }).apiKey;
}
