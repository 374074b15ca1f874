import { createStore } from '#ui/state/store.ts';

interface IdListText {
  readonly text: string;
  /** True if another page requested the lookup, which then starts on mount. */
  readonly isRequested: boolean;
}

/** The pasted list of IDs (C46). Navigation keeps it, but it is never stored. */
export const idListText = createStore<IdListText>({ text: '', isRequested: false });

export const lookupText = (text: string): void => idListText.set({ text, isRequested: true });
