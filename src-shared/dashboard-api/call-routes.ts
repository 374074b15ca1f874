import { changingRoles, type Role, roles } from './roles.ts';

/** `person`: any signed-in user. `instance`: instance administrators. A list of roles: members of the path's organization with one of these roles. */
export type CallAccess = 'anyone' | 'person' | 'instance' | readonly Role[];

interface CallRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path under `/dashboard/api`. Parts that start with a colon are parameters. */
  readonly path: string;
  readonly access: CallAccess;
}

const organization = '/organizations/:organization';
const target = '/instance/organizations/:target';

/** Every call of the dashboard and who may make it. Guard, routes, page and tests derive from it. */
export const callRoutes = {
  readInvitation: { method: 'POST', path: '/invitation', access: 'anyone' },
  acceptInvitation: { method: 'POST', path: '/invitation/accept', access: 'anyone' },
  readReset: { method: 'POST', path: '/reset', access: 'anyone' },
  resetAccess: { method: 'POST', path: '/reset/accept', access: 'anyone' },
  signIn: { method: 'POST', path: '/sign-in', access: 'anyone' },
  beginPasskeySignIn: { method: 'POST', path: '/sign-in/passkey/begin', access: 'anyone' },
  signInByPasskey: { method: 'POST', path: '/sign-in/passkey', access: 'anyone' },
  waysIn: { method: 'GET', path: '/sign-in/ways', access: 'anyone' },
  beginCompanySignIn: { method: 'POST', path: '/sign-in/company/begin', access: 'anyone' },
  finishCompanySignIn: { method: 'POST', path: '/sign-in/company', access: 'anyone' },
  finishCompanyCode: { method: 'POST', path: '/sign-in/company/code', access: 'anyone' },
  session: { method: 'GET', path: '/session', access: 'person' },
  signOut: { method: 'POST', path: '/sign-out', access: 'person' },
  acceptOffered: { method: 'POST', path: '/account/invitations/:invitation/accept', access: 'person' },
  rename: { method: 'PUT', path: '/account/name', access: 'person' },
  changePassword: { method: 'POST', path: '/account/password', access: 'person' },
  listSessions: { method: 'GET', path: '/account/sessions', access: 'person' },
  endSession: { method: 'DELETE', path: '/account/sessions/:session', access: 'person' },
  endOtherSessions: { method: 'POST', path: '/account/sessions/end-others', access: 'person' },
  readSecondFactor: { method: 'GET', path: '/account/second-factor', access: 'person' },
  beginSecondFactor: { method: 'POST', path: '/account/second-factor', access: 'person' },
  confirmSecondFactor: { method: 'POST', path: '/account/second-factor/confirm', access: 'person' },
  renewBackupCodes: { method: 'POST', path: '/account/second-factor/codes', access: 'person' },
  endSecondFactor: { method: 'POST', path: '/account/second-factor/end', access: 'person' },
  readPasskeys: { method: 'GET', path: '/account/passkeys', access: 'person' },
  beginPasskey: { method: 'POST', path: '/account/passkeys/begin', access: 'person' },
  addPasskey: { method: 'POST', path: '/account/passkeys', access: 'person' },
  removePasskey: { method: 'DELETE', path: '/account/passkeys/:passkey', access: 'person' },
  listKeys: { method: 'GET', path: `${organization}/keys`, access: roles },
  createKey: { method: 'POST', path: `${organization}/keys`, access: changingRoles },
  revokeKey: { method: 'POST', path: `${organization}/keys/:key/revoke`, access: changingRoles },
  listPeople: { method: 'GET', path: `${organization}/people`, access: roles },
  changeRole: { method: 'PUT', path: `${organization}/people/:person`, access: changingRoles },
  endMemberSessions: { method: 'POST', path: `${organization}/people/:person/sign-out`, access: changingRoles },
  listMemberSessions: { method: 'GET', path: `${organization}/sessions`, access: changingRoles },
  endMemberSession: {
    method: 'DELETE',
    path: `${organization}/people/:person/sessions/:session`,
    access: changingRoles,
  },
  removePerson: { method: 'DELETE', path: `${organization}/people/:person`, access: changingRoles },
  invite: { method: 'POST', path: `${organization}/invitations`, access: changingRoles },
  renewInvitation: { method: 'POST', path: `${organization}/invitations/:invitation/renew`, access: changingRoles },
  withdrawInvitation: { method: 'DELETE', path: `${organization}/invitations/:invitation`, access: changingRoles },
  listEndpoints: { method: 'GET', path: `${organization}/endpoints`, access: roles },
  addEndpoint: { method: 'POST', path: `${organization}/endpoints`, access: changingRoles },
  changeEndpoint: { method: 'PUT', path: `${organization}/endpoints/:endpoint`, access: changingRoles },
  removeEndpoint: { method: 'DELETE', path: `${organization}/endpoints/:endpoint`, access: changingRoles },
  rotateEndpoint: { method: 'POST', path: `${organization}/endpoints/:endpoint/rotate`, access: changingRoles },
  testEndpoint: { method: 'POST', path: `${organization}/endpoints/:endpoint/test`, access: changingRoles },
  replayFailed: { method: 'POST', path: `${organization}/endpoints/:endpoint/replay`, access: changingRoles },
  listDeliveries: { method: 'GET', path: `${organization}/deliveries`, access: roles },
  readDelivery: { method: 'GET', path: `${organization}/deliveries/:delivery`, access: roles },
  replayDelivery: { method: 'POST', path: `${organization}/deliveries/:delivery/replay`, access: changingRoles },
  readAudit: { method: 'GET', path: `${organization}/audit`, access: roles },
  checkAudit: { method: 'GET', path: `${organization}/audit/check`, access: roles },
  listOrganizations: { method: 'GET', path: '/instance/organizations', access: 'instance' },
  createOrganization: { method: 'POST', path: '/instance/organizations', access: 'instance' },
  renameOrganization: { method: 'PUT', path: target, access: 'instance' },
  suspendOrganization: { method: 'POST', path: `${target}/suspend`, access: 'instance' },
  resumeOrganization: { method: 'POST', path: `${target}/resume`, access: 'instance' },
  deleteOrganization: { method: 'POST', path: `${target}/delete`, access: 'instance' },
  changeOrganization: { method: 'PUT', path: organization, access: ['owner'] },
} as const satisfies Readonly<Record<string, CallRoute>>;

export type DashboardCall = keyof typeof callRoutes;
