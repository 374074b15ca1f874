/** Owners can do everything, admins everything except managing owners. Support can only view. */
export const roles = ['owner', 'admin', 'support'] as const;
export type Role = (typeof roles)[number];

export const changingRoles: readonly Role[] = ['owner', 'admin'];

export const grantableRoles: Readonly<Record<Role, readonly Role[]>> = {
  owner: roles,
  admin: ['admin', 'support'],
  support: [],
};
