import { z } from 'zod';
import { keyScopes } from '../migration-api/key-scopes.ts';
import { isStorable } from '../migration-api/storable-text.ts';
import { deliveryListSchema, deliverySchema, deliveryWithBodySchema } from '../webhooks-api/deliveries.ts';
import {
  createdEndpointSchema,
  endpointChangesSchema,
  endpointListSchema,
  endpointSchema,
  newEndpointSchema,
  replayedSchema,
  replaySinceSchema,
  rotatedSecretSchema,
} from '../webhooks-api/endpoints.ts';
import { keyAddressesSchema } from './key-addresses.ts';
import { maxKeyDays, passwordLength } from './limits.ts';
import type { DashboardCall } from './call-routes.ts';
import {
  creationOptionsSchema,
  newPasskeySchema,
  passkeyList,
  passkeyName,
  requestOptionsSchema,
  usedPasskeySchema,
} from './passkey-schemas.ts';
import { roles } from './roles.ts';
import { plainName } from '../plain-name.ts';

const role = z.enum(roles);
const email = z
  .email('Enter a valid email address.')
  .max(254)
  .transform((text) => text.toLowerCase());
const text = (what: string, maxLength: number) =>
  z
    .string()
    .max(maxLength, `A ${what} can have at most ${maxLength} characters.`)
    .refine(isStorable, `A ${what} can't contain this character.`)
    .overwrite(plainName)
    .min(1, `Enter a ${what}.`);
const name = text('name', 100);
const description = text('description', 200);
const reasonText = z
  .string()
  .max(200, 'A reason can have at most 200 characters.')
  .refine(isStorable, "A reason can't contain this character.")
  .overwrite(plainName);
const token = z.string().max(200);
/** A password entered at sign-in. Other schemas check new passwords more strictly. */
const password = z.string().max(passwordLength.max, `A password can have at most ${passwordLength.max} characters.`);
const code = z.string().trim().min(1, 'Enter a code.').max(40, 'A code can have at most 40 characters.');
const emptySchema = z.object({});
/** If `needsCode` is true, nothing has changed yet: repeat the call with a code. */
const signInReply = z.object({ needsCode: z.boolean() });
/** `invitedTo`: organizations that a user with a password can join only through the invitation link. */
const companySignInReply = signInReply.extend({ invitedTo: z.array(z.string()) });
const backupCodes = z.object({ codes: z.array(z.string()) });

const organization = z.object({ id: z.string(), name: z.string(), production: z.boolean(), role });
/** The reason is empty if the administrator gave none. */
const suspended = z.object({ since: z.string(), reason: z.string() }).nullable();
const session = z.object({
  person: z.object({ id: z.string(), name: z.string(), email: z.string(), hasPassword: z.boolean() }),
  isInstanceAdmin: z.boolean(),
  organizations: z.array(
    organization.extend({ secondFactorRequired: z.boolean(), mustEnroll: z.boolean(), suspended }),
  ),
  invitations: z.array(organization),
  baseUrl: z.string(),
});

const managedOrganization = organization.omit({ role: true }).extend({
  suspended,
  members: z.number(),
  keys: z.number(),
  migrations: z.number(),
  /** The organization that the service was set up with, which can't be deleted. */
  isFirst: z.boolean(),
});

const key = z.object({
  id: z.string(),
  description: z.string(),
  lastFour: z.string(),
  production: z.boolean(),
  scopes: z.array(z.enum(keyScopes)),
  madeBy: z.string(),
  created: z.string(),
  lastUsed: z.string().nullable(),
  revoked: z.string().nullable(),
  expires: z.string().nullable(),
  addresses: z.array(z.string()),
});

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  lastSeen: z.string().nullable(),
  /** How the member can sign in. Null unless the caller is an owner or admin. */
  signsIn: z.object({ hasPassword: z.boolean(), secondFactor: z.boolean(), passkeys: z.number() }).nullable(),
});
const userSession = z.object({
  id: z.string(),
  isThis: z.boolean(),
  /** Empty if unknown. Null for sessions of other members unless the caller is an owner. */
  address: z.string().nullable(),
  userAgent: z.string(),
  created: z.string(),
  lastUsed: z.string(),
});
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  inviterId: z.string(),
  invitedBy: z.string(),
  expires: z.string(),
});
const link = z.object({ url: z.string(), expiresAt: z.string() });

const auditLine = z.object({
  number: z.number(),
  at: z.string(),
  action: z.string(),
  by: z.string(),
  isDeleted: z.boolean(),
  from: z.string().nullable(),
  subject: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const callSchemas = {
  readInvitation: {
    body: z.object({ token }),
    reply: z.object({
      email: z.string(),
      role,
      organization: z.object({ name: z.string(), production: z.boolean() }),
      /** Whether the user already has a password to join with. Otherwise the user chooses a password. */
      isKnown: z.boolean(),
    }),
  },
  acceptInvitation: {
    body: z.object({ token, name: name.optional(), password, code: code.optional() }),
    reply: signInReply,
  },
  readReset: {
    body: z.object({ token }),
    reply: z.object({
      email: z.string(),
      removes: z.object({
        password: z.boolean(),
        companySignIn: z.boolean(),
        secondFactor: z.boolean(),
        passkeys: z.number(),
        sessions: z.number(),
      }),
    }),
  },
  resetAccess: { body: z.object({ token, password }), reply: emptySchema },
  signIn: {
    body: z.object({ email, password, code: code.optional() }),
    reply: signInReply,
  },
  beginPasskeySignIn: { reply: requestOptionsSchema },
  signInByPasskey: { body: z.object({ credential: usedPasskeySchema }), reply: emptySchema },
  waysIn: { reply: z.object({ company: z.boolean() }) },
  beginCompanySignIn: { reply: z.object({ url: z.string() }) },
  finishCompanySignIn: { body: z.object({ answer: z.string().max(8_000) }), reply: companySignInReply },
  finishCompanyCode: { body: z.object({ code }), reply: companySignInReply },
  session: { reply: session },
  signOut: { reply: emptySchema },
  acceptOffered: { reply: emptySchema },
  rename: { body: z.object({ name }), reply: emptySchema },
  changePassword: {
    body: z.object({ current: password, next: password }),
    reply: emptySchema,
  },
  listSessions: { reply: z.array(userSession) },
  endSession: { reply: emptySchema },
  endOtherSessions: { reply: z.object({ ended: z.number() }) },
  readSecondFactor: { reply: z.object({ isOn: z.boolean(), codesLeft: z.number() }) },
  beginSecondFactor: {
    body: z.object({ password }),
    reply: z.object({ address: z.string(), key: z.string() }),
  },
  confirmSecondFactor: { body: z.object({ code }), reply: backupCodes },
  renewBackupCodes: { body: z.object({ password }), reply: backupCodes },
  endSecondFactor: { body: z.object({ password }), reply: emptySchema },
  readPasskeys: { reply: passkeyList },
  beginPasskey: { body: z.object({ password }), reply: creationOptionsSchema },
  addPasskey: { body: z.object({ name: passkeyName, credential: newPasskeySchema }), reply: emptySchema },
  removePasskey: { reply: emptySchema },
  listKeys: { reply: z.array(key) },
  createKey: {
    body: z.object({
      description,
      scopes: z.array(z.enum(keyScopes)).min(1, 'A key needs at least one scope.'),
      /** Without days, the key works until it is revoked. */
      days: z.number().int().min(1).max(maxKeyDays).optional(),
      addresses: keyAddressesSchema.optional(),
    }),
    reply: z.object({ apiKey: z.string(), key }),
  },
  revokeKey: {
    /** Must repeat the key's description, so that a user does not revoke the wrong key. */
    body: z.object({ description: z.string() }),
    reply: emptySchema,
  },
  listPeople: {
    reply: z.object({ members: z.array(member), invitations: z.array(invitation) }),
  },
  changeRole: {
    body: z.object({ role }),
    reply: emptySchema,
  },
  endMemberSessions: { reply: emptySchema },
  /** Sessions of all members, including those used for other organizations. */
  listMemberSessions: {
    reply: z.array(userSession.extend({ member: member.pick({ id: true, name: true, role: true }) })),
  },
  endMemberSession: { reply: emptySchema },
  removePerson: { reply: emptySchema },
  invite: {
    body: z.object({ email, role }),
    reply: link,
  },
  renewInvitation: {
    reply: link,
  },
  withdrawInvitation: {
    reply: emptySchema,
  },
  listEndpoints: { reply: endpointListSchema },
  /** Only this call and `rotateEndpoint` return a secret. */
  addEndpoint: { body: newEndpointSchema, reply: createdEndpointSchema },
  changeEndpoint: { body: endpointChangesSchema, reply: endpointSchema },
  removeEndpoint: { reply: emptySchema },
  rotateEndpoint: { reply: rotatedSecretSchema },
  testEndpoint: { reply: deliverySchema },
  replayFailed: { body: replaySinceSchema, reply: replayedSchema },
  listDeliveries: { reply: deliveryListSchema },
  readDelivery: { reply: deliveryWithBodySchema },
  replayDelivery: { reply: deliverySchema },
  readAudit: {
    reply: z.object({
      lines: z.array(auditLine),
      hasOlder: z.boolean(),
      hasNewer: z.boolean(),
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  checkAudit: { reply: z.object({ entries: z.number(), problem: z.string().nullable() }) },
  listOrganizations: {
    reply: z.object({ organizations: z.array(managedOrganization), total: z.number() }),
  },
  createOrganization: { body: z.object({ name, email }), reply: link },
  renameOrganization: { body: z.object({ name }), reply: emptySchema },
  suspendOrganization: { body: z.object({ reason: reasonText, password }), reply: emptySchema },
  resumeOrganization: { reply: emptySchema },
  deleteOrganization: {
    /** Must repeat the organization's name. */
    body: z.object({ name: z.string(), password }),
    reply: emptySchema,
  },
  changeOrganization: {
    body: z.object({ production: z.boolean(), secondFactorRequired: z.boolean() }).partial(),
    reply: emptySchema,
  },
} as const satisfies Readonly<Record<DashboardCall, { readonly reply: z.ZodType; readonly body?: z.ZodType }>>;

type Schemas = typeof callSchemas;
type BodySchema<Name extends DashboardCall> = Schemas[Name] extends { readonly body: infer Body extends z.ZodType }
  ? Body
  : z.ZodUndefined;
export type CallBody<Name extends DashboardCall> = z.input<BodySchema<Name>>;
export type ReadBody<Name extends DashboardCall> = z.output<BodySchema<Name>>;
export type CallReply<Name extends DashboardCall> = z.infer<Schemas[Name]['reply']>;
