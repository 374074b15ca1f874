export const hoursProblem = 'A number from 0.1 to 2,000.';

export const readHours = (text: string): number | null => {
  const trimmed = text.trim().replace(',', '.');
  const hours = /^\d{1,4}(\.\d{1,3})?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return hours >= 0.1 && hours <= 2_000 ? hours : null;
};
