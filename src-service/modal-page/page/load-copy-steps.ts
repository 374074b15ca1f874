import type * as copyStepsScript from './copy-steps.ts';
import { pageParts } from './page-parts.ts';

type Script = typeof copyStepsScript;

export let copySteps: ReturnType<Script['createCopySteps']> | undefined;
/** Whether it did not come the last time. */
export let isMissing = false;
let isRequested = false;
let tries = 0;

export const loadCopySteps = async (loaded: () => void): Promise<void> => {
  if (isRequested) return;
  isRequested = true;
  try {
    // Some browsers keep a failure for as long as the page lives: another address is another try.
    const script = (await import(
      /* @vite-ignore */ `${document.documentElement.dataset['steps']}?${tries++}`
    )) as Script;
    copySteps = script.createCopySteps(pageParts);
    isMissing = false;
    loaded();
  } catch {
    isMissing = true;
    isRequested = false;
  }
};
