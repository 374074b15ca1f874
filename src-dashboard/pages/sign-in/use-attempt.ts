import { useState } from 'react';
import { sentenceOf } from '../../api/call.ts';

export const useAttempt = (firstProblem: string | null = null) => {
  const [problem, setProblem] = useState(firstProblem);
  const [isInProgress, setIsInProgress] = useState(false);
  const attempt = async (run: () => Promise<void>, onRefused?: () => void): Promise<void> => {
    if (isInProgress) return;
    setIsInProgress(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      setProblem(sentenceOf(error));
      onRefused?.();
    } finally {
      setIsInProgress(false);
    }
  };
  return { problem, setProblem, attempt };
};
