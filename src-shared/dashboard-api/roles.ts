/** What a person may be in an organization: an owner does all, an admin all but who is an owner, support sees. */
export const roles = ['owner', 'admin', 'support'] as const;
export type Role = (typeof roles)[number];

export const changers: readonly Role[] = ['owner', 'admin'];

export const grantableRoles: Readonly<Record<Role, readonly Role[]>> = {
  owner: roles,
  admin: ['admin', 'support'],
  support: [],
};
