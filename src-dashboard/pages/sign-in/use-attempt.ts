import { useAction } from '#ui/state/use-action.ts';
import { sentenceOf } from '../../api/call.ts';

export const useAttempt = () => {
  const { run, busy, error } = useAction(async (_signal, act: () => Promise<void>, onRefused?: () => void) => {
    await act().catch((thrown: unknown) => {
      onRefused?.();
      throw thrown;
    });
  }, sentenceOf);
  return { problem: error, busy, attempt: run };
};
