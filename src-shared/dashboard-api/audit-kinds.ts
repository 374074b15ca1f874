export const auditKinds = {
  keys: ['key.create', 'key.revoke', 'key.expire', 'hosted-link.create', 'hosted-link.revoke'],
  webhooks: [
    'webhook.create',
    'webhook.change',
    'webhook.remove',
    'webhook.rotate',
    'webhook.test',
    'webhook.replay',
    'webhook.disable',
  ],
  people: ['person.invite', 'person.withdraw', 'person.join', 'person.role', 'person.sign-out', 'person.remove'],
  signIn: [
    'session.begin',
    'session.end',
    'person.name',
    'person.password',
    'person.second-factor',
    'person.backup-code',
    'person.passkey',
    'person.company',
    'person.reset-link',
    'person.reset',
  ],
  refused: ['person.refused', 'person.slowed', 'person.passkey-copied'],
  organization: [
    'admin.grant',
    'admin.revoke',
    'organization.create',
    'organization.rename',
    'organization.suspend',
    'organization.resume',
    'organization.delete',
    'organization.change',
    'brand',
    'control',
    'user.erase',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type AuditKind = keyof typeof auditKinds;
export type AuditAction = (typeof auditKinds)[AuditKind][number];

export const auditKindNames = Object.keys(auditKinds) as readonly AuditKind[];
