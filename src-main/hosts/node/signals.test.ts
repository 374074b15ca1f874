import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onEndSignal, onSignals } from './signals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a signal repeated immediately counts once, and a later signal counts again', { tags: '@C20' }, () => {
  const act = vi.fn<() => void>();
  const stop = onSignals(['SIGUSR2', 'SIGWINCH'], act);
  process.emit('SIGUSR2');
  process.emit('SIGUSR2');
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  process.emit('SIGWINCH');
  expect(act).toHaveBeenCalledTimes(2);
  stop();
  vi.advanceTimersByTime(1_000);
  process.emit('SIGUSR2');
  expect(act).toHaveBeenCalledTimes(2);
});

test('a second signal a second later ends the process immediately', { tags: ['@C20', '@F28'] }, () => {
  const end = vi.fn<() => void>();
  const before = process.listenerCount('SIGHUP');
  onEndSignal(end);
  process.emit('SIGHUP');
  expect([end.mock.calls.length, process.listenerCount('SIGHUP')]).toEqual([1, before + 1]);
  vi.advanceTimersByTime(1_000);
  expect([end.mock.calls.length, process.listenerCount('SIGHUP')]).toEqual([1, before]);
});

test(
  'a second signal a second later ends the process immediately, even after settings were saved',
  { tags: ['@C20', '@F28'] },
  () => {
    const onLibrarySignal = vi.fn<() => void>();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, onLibrarySignal);
    onEndSignal(() => undefined);
    process.emit('SIGINT');
    vi.advanceTimersByTime(1_000);
    expect([
      process.listenerCount('SIGINT'),
      process.listenerCount('SIGTERM'),
      process.listenerCount('SIGHUP'),
    ]).toEqual([0, 0, 0]);
  },
);
