import { visibleText } from '#shared/visible-text.ts';
import { choosePlace, type StoreFlags, type StorePlace } from '../open-store.ts';
import type { Store } from '../store/store.ts';
import { refuseStart } from './refusals.ts';

/** Prints JSON to standard output. Escapes all control characters in names; JSON itself escapes only some. */
export const print = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
};

/** A user error with a complete message. */
export class UserError extends Error {}

/** Describes the error. Names the file if the error has a path. */
const sentenceOf = (error: unknown, placeName: string): string => {
  if (error instanceof UserError) return error.message;
  const { message, code, path } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code !== undefined && path !== undefined) return `${path} can't be used (${code}).`;
  return `The ${placeName} can't be used (${message}).`;
};

type PlaceWork = (place: StorePlace) => Promise<void>;

export const withPlace = async (command: string, flags: StoreFlags, work: PlaceWork): Promise<void> => {
  const placeChoice = await choosePlace(flags);
  if (placeChoice === undefined) return refuseStart(`${command} needs --data <folder>.`);
  return placeChoice.ok ? work(placeChoice.place) : refuseStart(placeChoice.sentence);
};

type Work = (store: Store, now: number, place: StorePlace) => Promise<void>;

export const withStore = (command: string, flags: StoreFlags, work: Work): Promise<void> =>
  withPlace(command, flags, async (place) => {
    const openResult = await place.openExisting();
    if (!openResult.ok) return refuseStart(openResult.sentence);
    const { store } = openResult;
    try {
      await work(store, await store.clock.now(), place);
    } catch (error) {
      refuseStart(sentenceOf(error, place.name));
    } finally {
      await store.close();
    }
  });

/** Returns the number of an organization. Throws a `UserError` if it doesn't exist. */
export const organizationOf = async ({ brands }: Pick<Store, 'brands'>, name: string | undefined): Promise<number> => {
  const number = await brands.find(name);
  if (number === undefined) throw new UserError(`The organization ${name ?? ''} doesn't exist. Check --organization.`);
  return number;
};
