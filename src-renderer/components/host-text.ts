/** Host and port of a base address; null when there is none or it makes no sense. */
export const hostText = (baseURL: string | null): string | null => {
  if (baseURL === null) return null;
  try {
    return new URL(baseURL).host;
  } catch {
    return null;
  }
};
