import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { providerCategories } from '#shared/modal-messages/modal-state.ts';
import { type AddressRules, guardUrl } from '../webhooks/address-guard.ts';
import { type DestinationSettings, destinationSchema, placeholder, readAccountsFile } from './destination-accounts.ts';
import { imapServerFault, imapServerFields } from './imap-server.ts';
import { readJsonFile } from './file-faults.ts';
import { UserError } from '#shared/user-error.ts';

const text = z.string().trim().min(1).max(200);

const offerFields = { name: text, category: z.enum(providerCategories).default('other') };
const sourceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...offerFields, kind: z.literal('dav'), address: text }),
  z.strictObject({ ...offerFields, ...imapServerFields }),
]);

const fileSchema = z.strictObject({
  sources: z.array(sourceSchema).min(1).max(50),
  destinations: z.array(destinationSchema).min(1).max(1_000),
  practice: z.boolean().default(false),
  allow_loopback: z.boolean().default(false),
});

export type SourceSettings = z.output<typeof sourceSchema>;
type Server = SourceSettings | DestinationSettings;
export type ProvidersFile = z.output<typeof fileSchema>;

const findDuplicate = (names: readonly string[], keyOf = (name: string) => name): string | undefined =>
  names.find((name, index) => names.findIndex((other) => keyOf(other) === keyOf(name)) < index);

const serverFault = (server: Server, rules: AddressRules): string | undefined => {
  if (server.kind === 'imap') return imapServerFault(server, rules);
  const address = 'organization' in server ? exampleAddress(server.address) : server.address;
  const url = guardUrl(address, rules);
  return typeof url === 'string' ? `address: ${url.replace(/^url /, 'it ').replace(/\.$/, '')}` : undefined;
};

const faultOf = ({ sources, destinations, allow_loopback: allowLoopback }: ProvidersFile): string | undefined => {
  const source = findDuplicate(
    sources.map(({ name }) => name),
    (name) => name.toLowerCase(),
  );
  if (source !== undefined) return `two sources have the name ${JSON.stringify(source)}`;
  for (const kind of ['dav', 'imap'] as const) {
    const ofKind = destinations.filter((destination) => destination.kind === kind);
    // Case-sensitive, like the store's organization names.
    const organization = findDuplicate(ofKind.map((destination) => destination.organization));
    if (organization !== undefined)
      return `the organization ${JSON.stringify(organization)} has two destinations of the kind ${kind}`;
  }
  for (const [name, servers] of Object.entries({ sources, destinations })) {
    for (const [index, server] of servers.entries()) {
      const fault = serverFault(server, { allowLoopback });
      if (fault !== undefined) return `${name}[${index}].${fault}`;
    }
  }
  return undefined;
};

const credentialFault = (settings: DestinationSettings): string | undefined => {
  const { user, password, accounts, sign_in: signIn } = settings;
  const choices = [user ?? password, accounts, signIn].filter((choice) => choice !== undefined);
  if (choices.length > 1) return 'use only one of user and password, accounts, and sign_in';
  if (accounts === undefined && signIn === undefined && (user === undefined || password === undefined))
    return 'user and password, accounts, or sign_in is required';
  // One mailbox would mix the messages of several end users.
  if (settings.kind === 'imap') {
    const isFixed = user !== undefined && !user.includes(placeholder);
    return isFixed ? `${placeholder} in user, accounts, or sign_in is required` : undefined;
  }
  return signIn !== undefined && settings.address.includes(placeholder)
    ? `${placeholder} and sign_in can't be used together`
    : undefined;
};

/** Replaces the placeholder for checks. Only the path may have it, so that a user name can't choose the server. */
const exampleAddress = (address: string): string => address.replaceAll(placeholder, 'user');
const namesServerByUser = (address: string): boolean =>
  URL.canParse(address) && new URL(address).host !== new URL(exampleAddress(address)).host;

const destinationFault = async (destination: DestinationSettings): Promise<string | undefined> => {
  const { accounts } = destination;
  const fault = credentialFault(destination);
  if (fault !== undefined) return fault;
  if (destination.kind === 'dav' && namesServerByUser(destination.address))
    return `use ${placeholder} only in the path of address`;
  if (accounts === undefined) return undefined;
  return readAccountsFile(accounts).then(
    () => undefined,
    (error: Error) => `the accounts file ${accounts} is invalid: ${error.message}`,
  );
};

/** Reads the `--providers` file. @throws {UserError} */
export const readProvidersFile = async (path: string): Promise<ProvidersFile> => {
  const refuse = (fault: string): never => {
    throw new UserError(`The providers file ${path} is invalid: ${fault}.`);
  };
  const file = await readJsonFile(path, fileSchema).catch(({ message }: Error) => refuse(message));
  for (const destination of file.destinations)
    if (destination.accounts !== undefined) destination.accounts = resolve(dirname(path), destination.accounts);
  const fault = faultOf(file);
  if (fault !== undefined) refuse(fault);
  for (const [index, destination] of file.destinations.entries()) {
    const destinationProblem = await destinationFault(destination);
    if (destinationProblem !== undefined) refuse(`destinations[${index}]: ${destinationProblem}`);
  }
  return file;
};
