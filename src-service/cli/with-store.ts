import { visibleText } from '#shared/visible-text.ts';
import { choosePlace, type StoreFlags, type StorePlace } from '../open-store.ts';
import type { Store } from '../store/store.ts';
import { refuseStart } from './refusals.ts';

/** Prints JSON on standard output. Escapes control characters of names, of which JSON escapes only some. */
export const print = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
};

type Work = (store: Store, now: number, place: StorePlace) => Promise<void>;

export const withStore = async (command: string, flags: StoreFlags, work: Work): Promise<void> => {
  const chosen = await choosePlace(flags);
  if (chosen === undefined) return refuseStart(`${command} needs --data <folder>.`);
  if (!chosen.ok) return refuseStart(chosen.sentence);
  const { place } = chosen;
  const opened = await place.openExisting();
  if (!opened.ok) return refuseStart(opened.sentence);
  const { store } = opened;
  try {
    await work(store, await store.clock.now(), place);
  } catch (error) {
    refuseStart(`The ${place.name} can't be changed (${error instanceof Error ? error.message : String(error)}).`);
  } finally {
    await store.close();
  }
};
