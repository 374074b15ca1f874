import { createStore } from '#ui/state/store.ts';

interface IdListText {
  readonly text: string;
  /** Another page requested the lookup: start it on mount. */
  readonly isRequested: boolean;
}

/** The pasted list of IDs (C46): survives navigation, never stored. */
export const idListText = createStore<IdListText>({ text: '', isRequested: false });

export const lookupText = (text: string): void => idListText.set({ text, isRequested: true });
