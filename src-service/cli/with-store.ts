import type { Command } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { choosePlace, type StoreFlags, type StorePlace } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import type { Store } from '../store/store.ts';
import { shortText } from './flags.ts';
import { refuseStart } from './refusals.ts';

/** Prints JSON to standard output. Escapes all control characters in names; JSON itself escapes only some. */
export const print = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
};

const sentenceOf = (error: unknown, placeName: string): string => {
  if (error instanceof UserError) return error.message;
  const { message, code, path } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code !== undefined && path !== undefined) return `${path} can't be used (${code}).`;
  return `The ${placeName} can't be used (${message}).`;
};

export const runCommand = async (act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    refuseStart(error.message);
  }
};

type PlaceWork = (place: StorePlace) => Promise<void>;

export const withPlace = (command: string, flags: StoreFlags, work: PlaceWork): Promise<void> =>
  runCommand(async () => {
    const place = await choosePlace(flags);
    if (place === undefined) throw new UserError(`${command} needs --data <folder>.`);
    await work(place);
  });

type Work = (store: Store, now: number, place: StorePlace) => Promise<void>;

export const withStore = (command: string, flags: StoreFlags, work: Work): Promise<void> =>
  withPlace(command, flags, async (place) => {
    const openResult = await place.openExisting();
    if (!openResult.ok) throw new UserError(openResult.sentence);
    const { store } = openResult;
    try {
      await work(store, await store.clock.now(), place);
    } catch (error) {
      throw new UserError(sentenceOf(error, place.name));
    } finally {
      await store.close();
    }
  });

export interface OrganizationFlags extends StoreFlags {
  readonly organization?: string;
}

export const addOrganizationOption = (command: Command): Command =>
  command.option('--organization <name>', 'organization; default: the seeded organization', shortText);

export const withOrganization = (
  command: string,
  { organization: name, ...flags }: OrganizationFlags,
  work: (store: Store, number: number, now: number) => Promise<void>,
): Promise<void> =>
  withStore(command, flags, async (store, now) => {
    const number = await store.brands.find(name);
    if (number === undefined)
      throw new UserError(`The organization ${name ?? ''} doesn't exist. Check --organization.`);
    await work(store, number, now);
  });
