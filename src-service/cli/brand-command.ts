import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { accentProblem } from '#shared/service-control/accent-colours.ts';
import { readLogo } from '../modal-page/logo-png.ts';
import type { StoredBrand } from '../store/brand-store.ts';
import { commandLine } from '../store/base/actor.ts';
import { UserError } from '#shared/user-error.ts';
import { filePath, shortText } from './flags.ts';
import { addOrganizationOption, type OrganizationFlags, print, runCommand, withOrganization } from './with-store.ts';

interface BrandFlags extends OrganizationFlags {
  readonly name?: string;
  readonly accent?: string;
  readonly logo?: string;
}

const accentColour = (text: string): string => {
  const accent = text.trim().toLowerCase();
  const problem = accentProblem(accent);
  if (problem === null) return accent;
  throw new InvalidArgumentError(problem);
};

const logoOf = async (file: string): Promise<Uint8Array> => {
  const bytes = await readFile(file).catch(() => {
    throw new UserError(`The file ${file} can't be read. Choose another file with --logo.`);
  });
  const result = readLogo(bytes);
  if (!result.ok) throw new UserError(result.sentence);
  return result.logo;
};

const withBrand = (command: string, flags: OrganizationFlags, changes: Partial<StoredBrand> | null): Promise<void> =>
  withOrganization(command, flags, async ({ brands, seed, audit }, number, now) => {
    if (changes !== null) {
      // The audit entry is written first: a change that can't be audited must fail.
      const details = { changed: Object.keys(changes) };
      const organizationId = (await seed.organization(number))?.id;
      await audit.append({ action: 'brand', by: commandLine, organization: organizationId, details }, now);
      await brands.change(number, changes);
    }
    const { name = null, accent = null, logoName = null } = (await brands.of(number)) ?? {};
    print({ name, accent, logo: logoName });
  });

const set = async ({ name, accent, logo: file, ...flags }: BrandFlags): Promise<void> => {
  if (name === undefined && accent === undefined && file === undefined)
    throw new UserError('brand set needs at least one of --name, --accent and --logo.');
  const logo = file === undefined ? undefined : await logoOf(file);
  return withBrand('brand set', flags, {
    ...(name === undefined ? {} : { name }),
    ...(accent === undefined ? {} : { accent }),
    ...(logo === undefined ? {} : { logo }),
  });
};

export const addBrand = (program: Command): void => {
  const brand = program.command('brand').description("Manage an organization's brand in the modal.");
  brand
    .command('set')
    .description('Set name, accent color and logo; omitted values stay unchanged.')
    .option('--name <text>', 'name that end users see', shortText)
    .option('--accent <color>', 'color of buttons and links, such as #3d3ba6; dark enough for white text', accentColour)
    .option('--logo <file>', 'PNG image of at most 32 KiB, 32 to 1024 pixels per side', filePath)
    .action((flags) => runCommand(() => set(flags)));
  brand
    .command('show')
    .description('Print the current brand.')
    .action((flags: BrandFlags) => withBrand('brand show', flags, null));
  brand
    .command('clear')
    .description("Reset to Ferry's brand.")
    .action((flags: BrandFlags) => withBrand('brand clear', flags, { name: null, accent: null, logo: null }));
  brand.commands.forEach(addOrganizationOption);
};
