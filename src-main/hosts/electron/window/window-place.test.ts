import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Area, fitToWorkArea, readPlace } from './window-place.ts';

const main: Area = { x: 0, y: 25, width: 1920, height: 1055 };
const right: Area = { x: 1920, y: 0, width: 2560, height: 1440 };
const at = (x: number, y: number, width = 1280, height = 800) => ({
  bounds: { x, y, width, height },
  maximized: false,
  fullScreen: false,
});

test('a window reopens at its last position and display', { tags: '@C23' }, () => {
  expect(fitToWorkArea([main, right], at(2100, 200))).toEqual({ x: 2100, y: 200, width: 1280, height: 800 });
});

test('a window opens in the middle of the first display if its own display is missing', { tags: '@C23' }, () => {
  expect(fitToWorkArea([main], at(2100, 200))).toEqual({ x: 320, y: 153, width: 1280, height: 800 });
});

test('a window larger than its display is shrunk', { tags: '@C23' }, () => {
  expect(fitToWorkArea([main], at(0, 25, 5000, 4000))).toEqual({ x: 0, y: 25, width: 1920, height: 1055 });
});

test('the window can always be dragged, for any saved position', { tags: '@C23' }, () => {
  const number = fc.integer({ min: -100_000, max: 100_000 });
  const size = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(number, number, size, size, fc.constantFrom([main], [main, right], [right]), (x, y, w, h, areas) => {
      const place = fitToWorkArea(areas, at(x, y, w, h));
      if (!place) throw new Error('no place');
      const stored = areas.some(
        (area) =>
          Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x) >= 120 &&
          place.y >= area.y &&
          place.y + 40 <= area.y + area.height,
      );
      expect(stored).toBe(true);
      expect(place.width).toBeGreaterThanOrEqual(640);
      expect(place.height).toBeGreaterThanOrEqual(400);
    }),
  );
});

test('a damaged window position file is ignored', { tags: ['@C23', '@F9'] }, () => {
  expect(readPlace('{"bounds":{"x":1,"y":2,"width":700,"height":500},"maximized":true}')).toEqual({
    bounds: { x: 1, y: 2, width: 700, height: 500 },
    maximized: true,
    fullScreen: false,
  });
  for (const text of ['', '{', 'null', '[]', '{"bounds":null}', '{"bounds":{"x":"1","y":2,"width":3,"height":4}}']) {
    expect(readPlace(text)).toBeNull();
  }
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readPlace(text)));
});
