/** How high rows are: 30, 36 or 44 pixels. */
export type Density = 'compact' | 'normal' | 'relaxed';
export const densities: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact'],
  ['normal', 'Default'],
  ['relaxed', 'Relaxed'],
];

/** Of a row, in pixels; the same stand in data-table.css. */
export const rowHeights: Record<Density, number> = { compact: 30, normal: 36, relaxed: 44 };
