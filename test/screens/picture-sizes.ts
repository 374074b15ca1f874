export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Window sizes in CSS pixels: the usual one, the smallest of the layout with a rail, and what 200 % zoom leaves. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 900, height: 600 },
  { width: 640, height: 400 },
] as const;
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The file of a picture, such as `migrations-light-1280x800.png`. */
export const pictureName = (screen: string, theme: Theme, { width, height }: Size): string =>
  `${screen}-${theme}-${width}x${height}.png`;
