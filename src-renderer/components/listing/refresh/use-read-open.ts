import { useQueryClient } from '@tanstack/react-query';

/**
 * Reads anew what is open beside a list. A read that is on the way is ended first: its reply may be older than the
 * rows that are shown by then.
 */
export const useReadOpen = (topic: string): (() => void) => {
  const client = useQueryClient();
  return () => {
    const open = { queryKey: [topic, 'one'] };
    void client.cancelQueries(open).then(() => client.invalidateQueries(open));
  };
};
