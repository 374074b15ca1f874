import { useQueryClient } from '@tanstack/react-query';

/** Refetches the details next to a list. Cancels a pending read, because its response may be older than the rows. */
export const useReadOpen = (topic: string): (() => void) => {
  const client = useQueryClient();
  return () => {
    const queryFilter = { queryKey: [topic, 'one'] };
    void client.cancelQueries(queryFilter).then(() => client.invalidateQueries(queryFilter));
  };
};
