/** A status as words, also one that nobody documented: "PENDING_USER_INPUT" is "Pending user input". */
export const statusWords = (status: string): string => {
  const words = status.replaceAll('_', ' ').toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};
