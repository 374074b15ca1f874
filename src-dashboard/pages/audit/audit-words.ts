import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { csvCell } from '#shared/harmless-text.ts';

export type AuditLine = CallReply<'readAudit'>['lines'][number];

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `subject` is null for an endpoint that was deleted later. */
const endpoint = (subject: string | null): string => subject ?? '(removed)';

const signInMethods: Readonly<Record<string, string>> = {
  password: ' with a password',
  'password and code': ' with a password and a code',
  passkey: ' with a passkey',
  company: ' with company sign-in',
};

const callWords = (call: string): string => call.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Formats refused calls: "create key (25 times) and revoke key". Entries of earlier versions contain only one call. */
const refusedCalls = ({ call, calls }: AuditLine['details']): string => {
  const counts = Object.entries((calls ?? { [word(call)]: 1 }) as Record<string, number>);
  const parts = counts.map(([name, count]) => (count > 1 ? `${callWords(name)} (${count} times)` : callWords(name)));
  return new Intl.ListFormat('en').format(parts);
};

const removedByReset = ({ secondFactor, passkeys, sessions }: AuditLine['details']): string => {
  const parts = [
    secondFactor === true && 'two-factor authentication',
    Number(passkeys) > 0 && `${String(passkeys)} ${Number(passkeys) === 1 ? 'passkey' : 'passkeys'}`,
    Number(sessions) > 0 && `${String(sessions)} ${Number(sessions) === 1 ? 'session' : 'sessions'}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '' : `and removed ${new Intl.ListFormat('en').format(parts)}`;
};

const keyLimits = ({ expires, addresses }: AuditLine['details']): string =>
  [
    typeof expires === 'string' && `until ${expires.slice(0, 10)}`,
    Array.isArray(addresses) && `for ${addresses.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ');

type Sentence = readonly [before: string, what: string, after: string];

const sentences: Readonly<Record<string, (line: AuditLine) => Sentence>> = {
  'key.create': ({ details }) => ['Created key', word(details['description']), keyLimits(details)],
  'user.erase': ({ details }) => [
    "Erased an end user's data",
    '',
    `in ${String(details['migrations'])} ${details['migrations'] === 1 ? 'migration' : 'migrations'}`,
  ],
  'key.expire': ({ subject }) => ['Ended the expired key', subject ?? '', ''],
  'key.revoke': ({ subject }) => ['Revoked key', subject ?? '', 'permanently'],
  'hosted-link.create': ({ subject }) => ['Created hosted link', subject ?? '', ''],
  'hosted-link.revoke': ({ subject }) => ['Revoked hosted link', subject ?? '', ''],
  'person.invite': ({ details }) => ['Invited', word(details['email']), `as ${word(details['role'])}`],
  'person.withdraw': ({ details }) => ['Withdrew the invitation for', word(details['email']), ''],
  'person.join': ({ details }) => ['Joined', '', `as ${word(details['role'])}`],
  'person.role': ({ subject, details }) => [
    'Changed',
    subject ?? 'a member',
    `from ${word(details['from'])} to ${word(details['to'])}`,
  ],
  'person.sign-out': ({ subject, details }) => [
    'Signed out',
    subject ?? 'a member',
    `(${String(details['sessions'])} ${details['sessions'] === 1 ? 'session' : 'sessions'})`,
  ],
  'person.remove': ({ details }) => [
    'Removed',
    word(details['name']),
    `(${word(details['email'])})${details['sessions'] ? ' and ended their sessions' : ''}`,
  ],
  'person.name': ({ details }) => ['Changed their name to', word(details['name']), ''],
  'person.password': () => ['Changed the password', '', ''],
  'person.second-factor': ({ details }) => [
    details['on'] === true ? 'Turned on two-factor authentication' : 'Turned off two-factor authentication',
    '',
    '',
  ],
  'person.backup-code': ({ details }) => [
    details['used'] === true ? 'Used a backup code' : 'Created new backup codes',
    '',
    '',
  ],
  'person.passkey': ({ details }) =>
    details['added'] === undefined
      ? ['Removed a passkey', word(details['removed']), '']
      : ['Added the passkey', word(details['added']), ''],
  'person.passkey-copied': ({ subject, details }) => [
    'Rejected the passkey',
    word(details['name']),
    `of ${subject ?? 'an unknown member'}: its counter went backwards, so the passkey may be a copy`,
  ],
  'person.company': ({ details }) => ['Linked company sign-in from', word(details['issuer']), ''],
  'person.reset-link': ({ subject }) => ['Created an access-reset link for', subject ?? 'a member', ''],
  'person.reset': ({ subject, details }) => ['Reset access for', subject ?? 'a member', removedByReset(details)],
  'person.slowed': ({ subject, details }) => [
    'Slowed down two-factor attempts for',
    subject ?? 'a member',
    `after ${String(details['tries'])} wrong codes`,
  ],
  'person.refused': ({ details }) => [
    'Tried to',
    refusedCalls(details),
    `but lacked permission as ${word(details['role'])}`,
  ],
  'session.begin': ({ details }) => [`Signed in${signInMethods[word(details['with'])] ?? ''}`, '', ''],
  'session.end': () => ['Signed out', '', ''],
  'admin.grant': ({ subject }) => ['Made', subject ?? 'a member', 'an instance administrator'],
  'admin.revoke': ({ subject }) => ['Ended the role of the instance administrator', subject ?? 'a member', ''],
  'organization.create': ({ details }) => ['Created the organization', word(details['name']), ''],
  'organization.rename': ({ details }) => [
    'Renamed the organization',
    word(details['from']),
    `to ${word(details['to'])}`,
  ],
  'organization.suspend': ({ details }) => [
    'Suspended the organization',
    '',
    word(details['reason']) && `Reason: ${word(details['reason'])}`,
  ],
  'organization.resume': () => ['Resumed the organization', '', ''],
  'organization.change': ({ details: { secondFactor, production } }) =>
    secondFactor === undefined
      ? ['Set the organization to', production === true ? 'production' : 'test', '']
      : ['Made two-factor authentication', secondFactor === true ? 'required' : 'optional', 'for members'],
  'webhook.create': ({ details }) => ['Added the endpoint', word(details['host']), 'for webhooks'],
  'webhook.change': ({ details, subject }) => [
    details['disabled'] === undefined
      ? 'Changed the endpoint'
      : `${details['disabled'] === true ? 'Disabled' : 'Enabled'} the endpoint`,
    word(details['host']) || endpoint(subject),
    '',
  ],
  'webhook.remove': ({ details }) => ['Removed the endpoint', word(details['host']), ''],
  'webhook.rotate': ({ subject }) => ['Rotated the secret of the endpoint', endpoint(subject), ''],
  'webhook.test': ({ subject }) => ['Sent a test event to the endpoint', endpoint(subject), ''],
  'webhook.replay': ({ subject, details }) => [
    'Replayed to',
    endpoint(subject),
    typeof details['deliveries'] === 'number'
      ? `${details['deliveries']} failed ${details['deliveries'] === 1 ? 'delivery' : 'deliveries'}`
      : 'one delivery',
  ],
  'webhook.disable': ({ subject, details }) => [
    'Disabled the endpoint',
    endpoint(subject),
    details['reason'] === 'gone' ? 'because it returned 410' : 'because all deliveries failed for 5 days',
  ],
  brand: () => ['Changed the modal’s brand', '', ''],
  control: ({ details }) => ['Used the control API:', word(details['call']), ''],
};

export const auditSentence = (line: AuditLine): Sentence =>
  sentences[line.action]?.(line) ?? [line.action, line.subject ?? '', ''];

export const auditText = (line: AuditLine): string => auditSentence(line).filter(Boolean).join(' ');

export const auditCsv = (lines: readonly AuditLine[]): string =>
  [
    ['number', 'when', 'who', 'what', 'from'],
    ...lines.map((line) => [String(line.number), line.at, line.by, auditText(line), line.from ?? '']),
  ]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n');
