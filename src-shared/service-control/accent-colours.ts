type Colour = readonly [number, number, number];

const readColour = (text: string): Colour => [
  Number.parseInt(text.slice(1, 3), 16),
  Number.parseInt(text.slice(3, 5), 16),
  Number.parseInt(text.slice(5, 7), 16),
];
const writeColour = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes two colors. `share` is the proportion of the second color, from 0 to 1. */
const mixColours = (one: Colour, other: Colour, share: number): Colour => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
];

const luminance = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio of two `#rrggbb` colors, from 1 to 21 (WCAG 2.2). */
export const contrastOf = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(readColour(one)), luminance(readColour(other))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
const darkGround: Colour = [0x12, 0x1c, 0x22];
/** Minimum contrast between text and background (WCAG 2.2). */
export const minContrast = 4.5;

/** Formats a contrast ratio. Rounds down, so that an insufficient contrast never looks sufficient. */
export const contrastText = (contrast: number): string => (Math.floor(contrast * 10) / 10).toFixed(1);

/** Returns why a color can't be the accent, or null if it can. */
export const accentProblem = (accent: string): string | null => {
  if (!/^#[\da-f]{6}$/.test(accent)) return 'The accent must be a color such as #3d3ba6.';
  const contrast = contrastOf(accent, '#ffffff');
  if (contrast >= minContrast) return null;
  return `The accent ${accent} has a contrast of ${contrastText(contrast)} with white and needs ${minContrast}. Choose a darker color.`;
};

const lighten = (accent: Colour): Colour => {
  for (let share = 0; share < 1; share += 0.02) {
    const lighter = mixColours(accent, white, share);
    // Compares rounded colors, because the result is rounded, and requires a small margin.
    if (contrastOf(writeColour(lighter), writeColour(darkGround)) >= minContrast + 0.5) return lighter;
  }
  return white;
};

/** Returns the light and dark colors derived from a valid accent. */
export const coloursOf = (accent: string) => {
  const light = readColour(accent);
  const dark = lighten(light);
  return {
    light: {
      accent,
      'accent-hover': writeColour(mixColours(light, black, 0.15)),
      'on-accent': '#ffffff',
      tint: writeColour(mixColours(light, white, 0.9)),
      focus: accent,
      block: writeColour(mixColours(light, white, 0.45)),
    },
    dark: {
      accent: writeColour(dark),
      'accent-hover': writeColour(mixColours(dark, white, 0.2)),
      'on-accent': '#000000',
      tint: writeColour(mixColours(darkGround, dark, 0.18)),
      focus: writeColour(dark),
      block: writeColour(mixColours(dark, white, 0.35)),
    },
  };
};
