import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageText } from '../values/times.tsx';
import { clockAhead } from './service-clock.ts';

const moment = fc.integer({ min: Date.parse('2000-01-01T00:00:00Z'), max: Date.parse('2100-01-01T00:00:00Z') });
const span = fc.integer({ min: -10 * 365 * 86_400_000, max: 10 * 365 * 86_400_000 });

test("a pause is shown by the service's clock, however far the two clocks are apart", { tags: '@W13' }, () => {
  fc.assert(
    fc.property(moment, span, fc.nat(86_400_000), fc.nat(60_000), (here, apart, pause, later) => {
      const there = here + apart;
      const ahead = clockAhead(new Date(there).toISOString(), here);
      // The time left until the service acts decreases by the time that has passed on this device.
      const left = there + pause - (here + later + ahead);
      expect(left).toBe(pause - later);
      expect(ageText(Math.max(0, left))).toBe(ageText(Math.max(0, pause - later)));
    }),
  );
});

test("without the service's time, the device's time is used", { tags: '@W13' }, () => {
  fc.assert(
    fc.property(moment, (at) => {
      expect(clockAhead(undefined, at)).toBe(0);
    }),
  );
});
