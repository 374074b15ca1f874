import { afterEach, expect, test, vi } from 'vitest';
import { settingsWriter } from './settings-writer.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const onHostSignal = vi.fn<() => void>();
const onLibrarySignal = vi.fn<() => void>();
afterEach(() => {
  for (const signal of signals) process.off(signal, onHostSignal).off(signal, onLibrarySignal);
});

/** Opens a file through a library that adds signal listeners while loading. Returns the remaining listeners. */
async function listenersOn(platform: NodeJS.Platform) {
  for (const signal of signals) process.on(signal, onHostSignal);
  const open = settingsWriter(async () => {
    for (const signal of signals) process.once(signal, onLibrarySignal);
    return () => ({ store: {} });
  }, platform);
  await open('folder', 'settings');
  return signals.map((signal) =>
    process.listeners(signal).filter((one) => one === onHostSignal || one === onLibrarySignal),
  );
}

test(
  "on Windows the console removes the settings library's signal listeners, which would end the process immediately",
  { tags: ['@C20', '@F28'] },
  async () => {
    expect(await listenersOn('win32')).toEqual([[onHostSignal], [onHostSignal], [onHostSignal]]);
  },
);

test(
  'on other platforms the settings library keeps its signal listeners to remove its temporary files',
  { tags: '@C20' },
  async () => {
    const both = [onHostSignal, onLibrarySignal];
    expect(await listenersOn('linux')).toEqual([both, both, both]);
  },
);
