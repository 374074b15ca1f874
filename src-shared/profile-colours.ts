/** Every color must contrast with white text. */
export const profileColours = [
  '#1F6E63',
  '#7A4A1E',
  '#41549E',
  '#155E86',
  '#7B3B6B',
  '#566A1E',
  '#3B5B8C',
  '#4A6B3A',
  '#96532E',
  '#4B5F6B',
] as const;
export type ProfileColour = (typeof profileColours)[number];

export const productionColour = '#A6155F';
export const sandboxColour = '#0B6678';
