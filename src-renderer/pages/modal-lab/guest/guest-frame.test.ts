import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitGuest, frameText } from './guest-frame.ts';

const stages = fc.record({ width: fc.integer({ min: 60, max: 3_000 }), height: fc.integer({ min: 40, max: 2_000 }) });

test('the whole page fits into any frame and is never enlarged', { tags: '@C16' }, () => {
  fc.assert(
    fc.property(stages, fc.constantFrom('desktop' as const, 'phone' as const), (stage, device) => {
      const { width, height, scale, left, top } = fitGuest(device, stage);
      expect(scale).toBeGreaterThan(0);
      expect(scale).toBeLessThanOrEqual(1);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width * scale).toBeLessThanOrEqual(stage.width + 0.01);
      expect(top + height * scale).toBeLessThanOrEqual(stage.height + 0.01);
    }),
  );
});

test(
  'in a frame of any size, a desktop page is at least 900 px wide and a phone page at most 390 px',
  { tags: '@C16' },
  () => {
    fc.assert(
      fc.property(stages, (stage) => {
        expect(fitGuest('desktop', stage).width).toBeGreaterThanOrEqual(900);
        expect(fitGuest('phone', stage)).toMatchObject({ scale: 1, width: Math.min(390, stage.width) });
      }),
    );
  },
);

test('the caption says width and scale', { tags: '@C16' }, () => {
  expect(frameText(fitGuest('desktop', { width: 778, height: 527 }))).toBe('900 px, 80 %');
  expect(frameText(fitGuest('desktop', { width: 1_256, height: 700 }))).toBe('1200 px, 100 %');
  expect(frameText(fitGuest('phone', { width: 414, height: 700 }))).toBe('390 px, 100 %');
});
