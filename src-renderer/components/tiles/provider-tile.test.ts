import fc from 'fast-check';
import { expect, test } from 'vitest';
import { providerColour, providerLetter } from './provider-tile.tsx';

test('the Sandbox’s providers keep their colors in any spelling', { tags: '@C7' }, () => {
  expect(['Ledgerline', 'tallyroom', ' CREWBASE '].map(providerColour)).toEqual([0, 1, 2]);
});

test('a provider always gets the same one of ten colors', { tags: '@C7' }, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (provider) => {
      const colour = providerColour(provider);
      expect(colour).toBe(providerColour(provider));
      expect(colour).toBeGreaterThanOrEqual(0);
      expect(colour).toBeLessThan(10);
    }),
  );
});

test('an initial outside the basic multilingual plane is not split', () => {
  expect([providerLetter('ledgerline'), providerLetter('🛳 Line'), providerLetter('  ')]).toEqual(['L', '🛳', '?']);
});
