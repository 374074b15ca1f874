import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { providerCategories } from '#shared/modal-messages/modal-state.ts';
import { guardUrl } from '../webhooks/address-guard.ts';

const text = z.string().trim().min(1).max(200);

const sourceSchema = z.strictObject({
  name: text,
  kind: z.literal('dav'),
  category: z.enum(providerCategories).default('other'),
  address: text,
});

const destinationSchema = z.strictObject({
  organization: text,
  kind: z.literal('dav'),
  address: text,
  user: text,
  // With the spaces that it may have at its ends.
  password: z.string().min(1).max(200),
});

const fileSchema = z.strictObject({
  sources: z.array(sourceSchema).min(1).max(50),
  destinations: z.array(destinationSchema).min(1).max(1_000),
  practice: z.boolean().default(false),
  allow_loopback: z.boolean().default(false),
});

/** A service that end users move from. */
export type SourceSettings = z.output<typeof sourceSchema>;
/** Where the data of the end users of one organization goes. */
export type DestinationSettings = z.output<typeof destinationSchema>;
/** What an operator lets be copied, and where to. */
export type ProvidersFile = z.output<typeof fileSchema>;

type Read = { readonly ok: true; readonly file: ProvidersFile } | { readonly ok: false; readonly sentence: string };

const twice = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index);
/** As an end user reads names, and as a link token names a source. */
const twiceInAnyCase = (names: readonly string[]): string | undefined => {
  const lower = names.map((name) => name.toLowerCase());
  return names.find((_name, index) => lower.indexOf(lower[index] ?? '') < index);
};

/** What the schema cannot say: two of one name, and addresses that may not be called. */
const faultOf = ({ sources, destinations, allow_loopback: allowLoopback }: ProvidersFile): string | undefined => {
  const source = twiceInAnyCase(sources.map(({ name }) => name));
  if (source !== undefined) return `two sources have the name ${JSON.stringify(source)}`;
  // The store tells organizations apart by upper and lower case, too.
  const organization = twice(destinations.map((destination) => destination.organization));
  if (organization !== undefined) return `two destinations are for the organization ${JSON.stringify(organization)}`;
  const places = [
    ...sources.map(({ address }, index) => [`sources[${index}].address`, address] as const),
    ...destinations.map(({ address }, index) => [`destinations[${index}].address`, address] as const),
  ];
  for (const [place, address] of places) {
    const guarded = guardUrl(address, { allowLoopback });
    if (!guarded.ok) return `${place}: ${guarded.sentence.replace(/^url /, 'it ').replace(/\.$/, '')}`;
  }
  return undefined;
};

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .reduce<string>((all, part) => (typeof part === 'number' ? `${all}[${part}]` : `${all}.${String(part)}`), '')
    .slice(1);

/** The first fault that the schema finds. Values are not repeated: one of them is a password. */
const sentenceOf = ({ issues }: z.ZodError): string => {
  const [issue] = issues;
  if (issue === undefined) return 'it is not right';
  const place = pathText(issue.path);
  if (issue.code === 'unrecognized_keys')
    return `${place === '' ? 'it' : place} has no member ${issue.keys.join(', ')}`;
  return `${place === '' ? 'it' : place}: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}`;
};

/** Reads the file of `--providers`, or says in one sentence what is wrong with it. */
export const readProvidersFile = async (path: string): Promise<Read> => {
  const refuse = (fault: string): Read => ({
    ok: false,
    sentence: `The providers file ${path} cannot be used: ${fault}.`,
  });
  let json: unknown;
  try {
    json = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return refuse(
      error instanceof SyntaxError
        ? 'it is not JSON'
        : `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`,
    );
  }
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) return refuse(sentenceOf(parsed.error));
  const fault = faultOf(parsed.data);
  return fault === undefined ? { ok: true, file: parsed.data } : refuse(fault);
};
