/** Sample code of a strict TypeScript project, valid and invalid. Each `@ts-expect-error` must be an error. */
const valid = `
const controller = new AbortController();
const handled: string[] = [];
const options: LinkOptions = {
  userId: 'ada@aurora.example',
  linkToken: async () => 'token',
  sourceProviders: ['Ledgerline'] as const,
  target: undefined,
  baseURL: 'https://api.ferry.example',
  signal: controller.signal,
  onClose: () => {},
  onEvent: ({ source, event }: FerryEvent) => {
    const fixed: 'ferry_modal' = source;
    if (event.type === 'migration_modal.completed') handled.push(fixed, String(event.data.counts?.copied));
    if (event.type === 'migration_modal.provider_selected') handled.push(event.data.provider);
    const type: string = event.type;
    if (type === 'something.new') handled.push(type, event.data.migration_id);
  },
};
export const run = async (): Promise<MigrationMetadata | undefined> => {
  const found = await init({ onEvent: options.onEvent, userId: 'u' });
  if (found !== undefined) return found;
  try {
    await startModal(options);
    await startModal({ userId: 'u', linkToken: 'text', startNew: true });
    const { migrationId, url } = await startModal({ linkToken: 'of a bound user', onError: ({ code }) => code });
    handled.push(migrationId ?? url);
  } catch (error) {
    const { code, status } = error as FerryError;
    const known: FerryErrorCode = code;
    if (known === 'link_token_expired' && status === 401) close();
  }
  forget();
  return isOpen() ? init() : undefined;
};
`;

const invalid = `
// @ts-expect-error linkToken is missing
void startModal({ userId: 'u' });
// @ts-expect-error only completed has counts
void init({ onEvent: ({ event }) => event.type === 'migration_modal.closed' && event.data.counts });
// @ts-expect-error startModal needs options
void startModal();
// @ts-expect-error a number is no link token
void startModal({ userId: 'u', linkToken: 7 });
// @ts-expect-error the function returns no string
void startModal({ userId: 'u', linkToken: () => 7 });
// @ts-expect-error providers are names
void startModal({ userId: 'u', linkToken: 't', sourceProviders: [7] });
// @ts-expect-error a selector, not an element
void init({ target: globalThis.document?.body });
// @ts-expect-error v0
void init({ proxyUrl: '/proxy' });
// @ts-expect-error v0
void startModal({ userId: 'u', linkToken: 't', proxyUrl: undefined as unknown as string });
// @ts-expect-error an id that may be missing
void init({ userId: undefined as string | undefined });
// @ts-expect-error no such option
void init({ onEvents: () => {} });
// @ts-expect-error the event has no such field
void init({ onEvent: (event) => event.kind });
// @ts-expect-error undefined is possible
const id: string = (await init()).userId;
// @ts-expect-error no such code
const code: FerryErrorCode = 'boom';
// @ts-expect-error the metadata is an object
const started: string = await startModal({ userId: 'u', linkToken: 't' });
export { id, code, started };
`;

const values = 'close, forget, init, isOpen, startModal';
const types = 'type FerryError, type FerryErrorCode, type FerryEvent, type LinkOptions, type MigrationMetadata';
const imports = `import { ${values}, ${types} } from '@ferry/sdk';`;

/** Source files of the sample projects by name. `.cts` requires the package; `script.ts` uses the global object. */
export const sdkConsumers: Readonly<Record<string, string>> = {
  'valid.ts': imports + valid,
  'valid.cts': `import ferry = require('@ferry/sdk');
const found: Promise<ferry.MigrationMetadata | undefined> = ferry.init();
export = found;`,
  'invalid.ts': imports + invalid,
  'script.ts': `/// <reference types="@ferry/sdk" />
declare const button: { onclick: () => void };
button.onclick = () => void Ferry.startModal({ userId: 'u', linkToken: 't' });`,
};
