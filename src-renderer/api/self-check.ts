import { useQuery } from '@tanstack/react-query';
import { useConsole } from './console-context.tsx';

/** What the console found out about itself; read when a section that shows it opens. */
export const useSelfCheck = () => {
  const { api } = useConsole();
  return useQuery({
    queryKey: ['console', 'self-check'],
    queryFn: ({ signal }) => api.selfCheck.read({}, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
};
