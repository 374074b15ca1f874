import type { Preferences } from '#shared/console-contract/settings-calls.ts';

/** How high rows are: 30, 36 or 44 pixels. */
export type Density = Preferences['density'];
export const densities: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact'],
  ['normal', 'Default'],
  ['relaxed', 'Relaxed'],
];

/** The columns that are hidden, from what was stored: those that exist and may be hidden; nothing else counts. */
export const hiddenColumnsOf = (stored: string | null, hideable: readonly string[]): readonly string[] => {
  if (stored === null) return [];
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? hideable.filter((id) => list.includes(id)) : [];
  } catch {
    return [];
  }
};
