import { createStore } from '#ui/state/store.ts';

interface IdListText {
  readonly text: string;
  /** It is looked up as soon as the page shows it: somebody has asked for that elsewhere. */
  readonly isRequested: boolean;
}

/** The text of the list of ids (C46), as it was pasted: kept while one looks at another page, and stored nowhere. */
export const idListText = createStore<IdListText>({ text: '', isRequested: false });

export const lookupText = (text: string): void => idListText.set({ text, isRequested: true });
