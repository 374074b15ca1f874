import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accentProblem, coloursOf, contrastOf } from './accent-colours.ts';

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('the contrast of two colors matches WCAG', { tags: '@X27' }, () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#ffffff', '#3d3ba6')).toBeCloseTo(contrastOf('#3d3ba6', '#ffffff'), 9);
});

test('every accepted accent is readable on buttons and as text, in light and dark mode', { tags: '@X27' }, () => {
  fc.assert(
    fc.property(colour, (accent) => {
      fc.pre(accentProblem(accent) === null);
      const { light, dark } = coloursOf(accent);
      for (const [colours, ground] of [
        [light, '#ffffff'],
        [dark, '#121c22'],
      ] as const) {
        expect(contrastOf(colours.accent, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(colours.accent, colours['on-accent'])).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(colours['accent-hover'], colours['on-accent'])).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(colours.focus, ground)).toBeGreaterThanOrEqual(3);
      }
      // A selected answer has the page's text color on this tint.
      expect(contrastOf(light.tint, '#0e1e27')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(dark.tint, '#e8eff2')).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test.each([
  ['#3d3ba6', null],
  ['#000000', null],
  ['#ffcc00', 'The accent #ffcc00 has a contrast of 1.5 with white and needs 4.5. Choose a darker color.'],
  ['#777777', 'The accent #777777 has a contrast of 4.4 with white and needs 4.5. Choose a darker color.'],
  ['red', 'The accent must be a color such as #3d3ba6.'],
  ['#fff;}body{', 'The accent must be a color such as #3d3ba6.'],
])('a readable accent is accepted, others are rejected with a reason: %s', { tags: '@X27' }, (accent, problem) => {
  expect(accentProblem(accent)).toBe(problem);
});
