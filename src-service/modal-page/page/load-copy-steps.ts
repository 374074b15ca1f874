import type * as copyStepsScript from './copy-steps.ts';
import { pageParts } from './page-parts.ts';

type Script = typeof copyStepsScript;

export let copySteps: ReturnType<Script['createCopySteps']> | undefined;
/** True if the last attempt to load the script failed. */
export let isMissing = false;
let isRequested = false;
let tries = 0;

export const loadCopySteps = async (loaded: () => void): Promise<void> => {
  if (isRequested) return;
  isRequested = true;
  try {
    // Some browsers cache a failed import until the page closes, so each attempt uses another URL.
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
