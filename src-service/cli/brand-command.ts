import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { accentProblem } from '#shared/service-control/accent-colours.ts';
import { readLogo } from '../modal-page/logo-png.ts';
import type { StoredBrand } from '../store/brand-store.ts';
import { UserError } from '#shared/user-error.ts';
import { filePath, shortText } from './flags.ts';
import { addOrganizationOption, onCommand, onOrganization } from './with-store.ts';

interface BrandFlags {
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
  const logo = readLogo(bytes);
  if (typeof logo === 'string') throw new UserError(logo);
  return logo;
};

type Changes = Partial<StoredBrand> | null;

const change = onOrganization(async ({ store, organization, author }, changes: Changes, _flags: BrandFlags) => {
  if (changes !== null) {
    // The audit entry is written first: a change that can't be audited must fail.
    const details = { changed: Object.keys(changes) };
    const organizationId = (await store.seed.organization(organization))?.id;
    await store.audit.append({ action: 'brand', by: author.by, organization: organizationId, details }, author.now);
    await store.brands.change(organization, changes);
  }
  const { name = null, accent = null, logoName = null } = (await store.brands.of(organization)) ?? {};
  return { name, accent, logo: logoName };
});

const onBrand = (changesOf: (flags: BrandFlags) => Promise<Changes> | null) =>
  onCommand(async (command, flags: BrandFlags) => change(await changesOf(flags), flags, command));

const set = onBrand(async ({ name, accent, logo }) => {
  if (name === undefined && accent === undefined && logo === undefined)
    throw new UserError('brand set needs at least one of --name, --accent and --logo.');
  return {
    ...(name === undefined ? {} : { name }),
    ...(accent === undefined ? {} : { accent }),
    ...(logo === undefined ? {} : { logo: await logoOf(logo) }),
  };
});

export const addBrand = (program: Command): void => {
  const brand = program.command('brand').description("Manage an organization's brand in the modal.");
  brand
    .command('set')
    .description('Set name, accent color and logo; omitted values stay unchanged.')
    .option('--name <text>', 'name that end users see', shortText)
    .option('--accent <color>', 'color of buttons and links, such as #3d3ba6; dark enough for white text', accentColour)
    .option('--logo <file>', 'PNG image of at most 32 KiB, 32 to 1024 pixels per side', filePath)
    .action(set);
  brand
    .command('show')
    .description('Print the current brand.')
    .action(onBrand(() => null));
  brand
    .command('clear')
    .description("Reset to Ferry's brand.")
    .action(onBrand(async () => ({ name: null, accent: null, logo: null })));
  brand.commands.forEach(addOrganizationOption);
};
