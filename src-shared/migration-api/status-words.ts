/** Formats a status, including undocumented ones: "PENDING_USER_INPUT" becomes "Pending user input". */
export const statusWords = (status: string): string => {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};
