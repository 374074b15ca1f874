import { useQueryClient } from '@tanstack/react-query';

/** Refetches what is open next to a list. Cancels a pending read, whose response may be older than the rows. */
export const useReadOpen = (topic: string): (() => void) => {
  const client = useQueryClient();
  return () => {
    const open = { queryKey: [topic, 'one'] };
    void client.cancelQueries(open).then(() => client.invalidateQueries(open));
  };
};
