import type { Command } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { Refusal } from '../http/refusal.ts';
import { choosePlace, type StorePlace } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import { type ChangeAuthor, commandLine } from '../store/base/actor.ts';
import type { Store } from '../store/store.ts';
import { shortText } from './flags.ts';
import { pathOf, refuseStart } from './refusals.ts';

/** Prints JSON to standard output. Escapes all control characters in names; JSON itself escapes only some. */
export const print = (value: unknown): void => {
  if (value !== undefined) process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
};

const sentenceOf = (error: unknown, placeName: string): string => {
  if (error instanceof UserError || error instanceof Refusal) return error.message;
  const { message, code, path } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) };
  if (code !== undefined && path !== undefined) return `${path} can't be used (${code}).`;
  return `The ${placeName} can't be used (${message}).`;
};

/** Returns the action of a command, which prints the result of `work` unless it is undefined. */
export const onCommand =
  <Input extends readonly unknown[]>(work: (command: Command, ...input: Input) => Promise<unknown>) =>
  async (...input: [...Input, Command]): Promise<void> => {
    try {
      print(await work(input.at(-1) as Command, ...(input.slice(0, -1) as unknown as Input)));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refuseStart(error.message);
    }
  };

export const onPlace = <Input extends readonly unknown[]>(
  work: (place: StorePlace, ...input: Input) => Promise<unknown>,
  name?: string,
) =>
  onCommand(async (command, ...input: Input) => {
    const place = await choosePlace(command.opts());
    if (place === undefined) throw new UserError(`${name ?? pathOf(command)} needs --data <folder>.`);
    return work(place, ...input);
  });

interface Opened {
  readonly store: Store;
  readonly place: StorePlace;
  readonly author: ChangeAuthor;
  readonly now: number;
}

export const onStore = <Input extends readonly unknown[]>(
  work: (opened: Opened, ...input: Input) => Promise<unknown>,
  name?: string,
) =>
  onPlace(async (place, ...input: Input) => {
    const store = await place.openExisting();
    try {
      const now = await store.clock.now();
      // Printed before the store is closed: a new secret must not be lost if closing fails.
      print(await work({ store, place, now, author: { by: commandLine, now } }, ...input));
    } catch (error) {
      throw new UserError(sentenceOf(error, place.name));
    } finally {
      await store.close();
    }
  }, name);

export const addOrganizationOption = (command: Command): Command =>
  command.option('--organization <name>', 'organization; default: the seeded organization', shortText);

export const onOrganization = <Input extends readonly unknown[]>(
  work: (opened: Opened & { readonly organization: number }, ...input: Input) => Promise<unknown>,
) =>
  onStore(async (opened, ...input: Input) => {
    const { organization: name } = input.at(-1) as { readonly organization?: string };
    const organization = await opened.store.brands.find(name);
    if (organization === undefined)
      throw new UserError(`The organization ${name ?? ''} doesn't exist. Check --organization.`);
    return work({ ...opened, organization }, ...input);
  });
