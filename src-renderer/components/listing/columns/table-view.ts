import type { Preferences } from '#shared/console-contract/settings-calls.ts';

/** How high rows are: 30, 36 or 44 pixels. */
export type Density = Preferences['density'];
export const densities: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact'],
  ['normal', 'Default'],
  ['relaxed', 'Relaxed'],
];
