import type { Environment } from '#shared/environments.ts';
import { type ProfileView, sandboxProfileId } from '#shared/console-contract/profiles-calls.ts';
import type { TicketTemplate } from '#shared/ticket-template.ts';
import { productionColour, sandboxColour } from '#shared/profile-colours.ts';
import type { ManagedProfile } from '../settings/managed-configuration.ts';
import type { StoredProfile } from '../settings/settings-document.ts';
import { readBaseAddress } from '../addresses/base-address.ts';

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly environment: Environment;
  /** Null for the Sandbox, whose URL is known only while it runs. */
  readonly baseURL: string | null;
  readonly colour: string;
  readonly caFile: string | null;
  readonly companiesPageSizeParameter: string;
  readonly readOnly: boolean;
  readonly ticketTemplate: TicketTemplate | null;
  readonly builtIn: boolean;
  readonly lockedFields: ProfileView['lockedFields'];
}

const allFields: ProfileView['lockedFields'] = [
  'name',
  'environment',
  'baseURL',
  'colour',
  'caFile',
  'companiesPageSizeParameter',
];

export const sandboxProfile: Profile = {
  id: sandboxProfileId,
  name: 'Sandbox',
  environment: 'sandbox',
  baseURL: null,
  colour: sandboxColour,
  caFile: null,
  companiesPageSizeParameter: 'page_size',
  readOnly: false,
  ticketTemplate: null,
  builtIn: true,
  lockedFields: allFields,
};

const colourOf = (environment: Profile['environment'], colour: string): string =>
  environment === 'production' ? productionColour : colour;

export const fromStored = (stored: StoredProfile): Profile => ({
  ...stored,
  colour: colourOf(stored.environment, stored.colour),
  builtIn: false,
  lockedFields: [],
});

/** The ID's prefix prevents a collision with the ID of a user's profile. */
export const fromManaged = (managed: ManagedProfile): Profile => {
  const address = readBaseAddress(managed.baseURL);
  return {
    id: `managed-${managed.id}`,
    name: managed.name,
    environment: managed.environment,
    baseURL: address.ok ? address.baseURL : managed.baseURL,
    colour: colourOf(managed.environment, managed.colour ?? '#4B5F6B'),
    caFile: managed.caFile ?? null,
    companiesPageSizeParameter: managed.companiesPageSizeParameter ?? 'page_size',
    readOnly: managed.readOnly ?? false,
    ticketTemplate: null,
    builtIn: false,
    lockedFields: allFields,
  };
};
