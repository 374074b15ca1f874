import { expect, test } from 'vitest';
import { downloadElectron } from './download-electron.ts';

const never = new Promise<never>(() => {});
const installed = () => Promise.resolve();

test('an Electron download that receives no data stops after the limit', { tags: '@F24' }, async () => {
  let signal: AbortSignal | undefined;
  const startedAt = Date.now();
  const reason = await downloadElectron(
    (options) => {
      signal = options.signal;
      return never;
    },
    installed,
    200,
  );
  expect(reason).toBe('the download received no data for 0.2 seconds');
  expect(signal?.aborted).toBe(true);
  expect(Date.now() - startedAt).toBeLessThan(5_000);
});

test('a slow Electron download finishes and is unpacked', async () => {
  let unpacked = false;
  const reason = await downloadElectron(
    async ({ onBytes }) => {
      for (let part = 0; part < 8; part += 1) {
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
        onBytes();
      }
    },
    async () => {
      unpacked = true;
    },
    400,
  );
  expect(reason).toBeNull();
  expect(unpacked).toBe(true);
});

test('the reason for a failed Electron download names the cause, not "fetch failed"', { tags: '@F24' }, async () => {
  const offline = new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND example.invalid') });
  expect(await downloadElectron(() => Promise.reject(offline), installed)).toBe(
    'the download failed: getaddrinfo ENOTFOUND example.invalid',
  );
});
