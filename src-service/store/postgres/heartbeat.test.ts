import { expect, test } from 'vitest';
import { StoreUnavailable } from '../base/unavailable.ts';
import { createHeartbeat } from './heartbeat.ts';

test(
  'a database that responds to other queries counts as late, not as silent',
  { tags: ['@X22', '@F32'] },
  async () => {
    let beatCount = 0;
    let lateBeatCount = 0;
    let silences = 0;
    let maxConcurrent = 0;
    const heartbeat = createHeartbeat({
      beat: () => {
        beatCount += 1;
        maxConcurrent = Math.max(maxConcurrent, beatCount - lateBeatCount);
        return new Promise(() => {});
      },
      isConnected: () => true,
      onSilence: () => {
        silences += 1;
      },
      onLateBeat: () => {
        lateBeatCount += 1;
      },
    });
    const lateAnswer = Promise.withResolvers<string>();
    const request = heartbeat.guard(() => lateAnswer.promise);
    const answerTimer = setInterval(heartbeat.noteAnswer, 10);
    try {
      // The second beat starts after three polls without a response to the first.
      await expect.poll(() => beatCount).toBeGreaterThan(1);
      expect(maxConcurrent).toBe(1);
      lateAnswer.resolve('answer');
      expect(await request).toBe('answer');
      expect(silences).toBe(0);
    } finally {
      clearInterval(answerTimer);
    }
    await expect(heartbeat.guard(() => new Promise(() => {}))).rejects.toBeInstanceOf(StoreUnavailable);
    heartbeat.end();
  },
);
