import { useState } from 'react';
import { sentenceOf } from '../../api/call.ts';

/** Runs the calls of a sign-in form, one at a time. `problem` is the last error message. */
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
