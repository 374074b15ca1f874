import { execFile } from 'node:child_process';

/** Runs a program until it exits. Rejects with its last output if it is missing or fails. */
export const runTool = (file: string, args: readonly string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(file, [...args], { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 300_000 }, (error, _out, errors) => {
      if (!error) resolve();
      else if (error.code === 'ENOENT') reject(new Error(`${file} is not installed`));
      else reject(new Error(errors.trim().split('\n').at(-1) || `${file} failed`));
    });
  });
