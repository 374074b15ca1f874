import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { csvCell } from '#shared/harmless-text.ts';
import { countedText } from '#ui/values/number-text.ts';

export type AuditLine = CallReply<'readAudit'>['lines'][number];

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

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
    Number(passkeys) > 0 && countedText(Number(passkeys), 'passkey'),
    Number(sessions) > 0 && countedText(Number(sessions), 'session'),
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

type Sentence = readonly string[];

/** The second part is emphasized. `{name}` is replaced by the detail with this name, `{member}` and `{endpoint}` by the entry's subject. */
const sentences: Readonly<Record<string, Sentence | ((details: AuditLine['details']) => Sentence)>> = {
  'key.create': (details) => ['Created key', '{description}', keyLimits(details)],
  'user.erase': ({ migrations }) => [
    "Erased an end user's data",
    '',
    `in ${countedText(Number(migrations), 'migration')}`,
  ],
  'key.expire': ['Revoked the expired key', '{subject}'],
  'key.revoke': ['Revoked key', '{subject}', 'permanently'],
  'hosted-link.create': ['Created hosted link', '{subject}'],
  'hosted-link.revoke': ['Revoked hosted link', '{subject}'],
  'person.invite': ['Invited', '{email}', 'as {role}'],
  'person.withdraw': ['Withdrew the invitation for', '{email}'],
  'person.join': ['Joined', '', 'as {role}'],
  'person.role': ['Changed', '{member}', 'from {from} to {to}'],
  'person.sign-out': ({ sessions }) => ['Signed out', '{member}', `(${countedText(Number(sessions), 'session')})`],
  'person.remove': ({ sessions }) => ['Removed', '{name}', `({email})${sessions ? ' and ended their sessions' : ''}`],
  'person.name': ['Changed their name to', '{name}'],
  'person.password': ['Changed the password'],
  'person.second-factor': ({ on }) => [`Turned ${on === true ? 'on' : 'off'} two-factor authentication`],
  'person.backup-code': ({ used }) => [used === true ? 'Used a backup code' : 'Created new backup codes'],
  'person.passkey': ({ added }) =>
    added === undefined ? ['Removed a passkey', '{removed}'] : ['Added the passkey', '{added}'],
  'person.passkey-copied': [
    'Rejected the passkey',
    '{name}',
    'of {member}: its counter went backwards, so the passkey may be a copy',
  ],
  'person.company': ['Linked company sign-in from', '{issuer}'],
  'person.reset-link': ['Created an access-reset link for', '{member}'],
  'person.reset': (details) => ['Reset access for', '{member}', removedByReset(details)],
  'person.slowed': ['Slowed down two-factor attempts for', '{member}', 'after {tries} wrong codes'],
  'person.refused': (details) => ['Tried to', refusedCalls(details), 'but lacked permission as {role}'],
  'session.begin': (details) => [`Signed in${signInMethods[word(details['with'])] ?? ''}`],
  'session.end': ['Signed out'],
  'admin.grant': ['Made', '{member}', 'an instance administrator'],
  'admin.revoke': ['Removed the instance administrator role from', '{member}'],
  'organization.create': ['Created the organization', '{name}'],
  'organization.rename': ['Renamed the organization', '{from}', 'to {to}'],
  'organization.suspend': ({ reason }) => ['Suspended the organization', '', reason ? 'Reason: {reason}' : ''],
  'organization.resume': ['Resumed the organization'],
  'organization.change': ({ secondFactor, production }) =>
    secondFactor === undefined
      ? ['Set the organization to', production === true ? 'production' : 'test']
      : ['Made two-factor authentication', secondFactor === true ? 'required' : 'optional', 'for members'],
  'webhook.create': ['Added the endpoint', '{host}', 'for webhooks'],
  'webhook.change': ({ disabled, host }) => [
    `${disabled === undefined ? 'Changed' : disabled === true ? 'Disabled' : 'Enabled'} the endpoint`,
    host ? '{host}' : '{endpoint}',
  ],
  'webhook.remove': ['Removed the endpoint', '{host}'],
  'webhook.rotate': ['Rotated the secret of the endpoint', '{endpoint}'],
  'webhook.test': ['Sent a test event to the endpoint', '{endpoint}'],
  'webhook.replay': ({ deliveries }) => [
    'Replayed to',
    '{endpoint}',
    typeof deliveries === 'number' ? countedText(deliveries, 'failed delivery', 'failed deliveries') : 'one delivery',
  ],
  'webhook.disable': ({ reason }) => [
    'Disabled the endpoint',
    '{endpoint}',
    reason === 'gone' ? 'because it returned 410' : 'because all deliveries failed for 5 days',
  ],
  brand: ["Changed the modal's brand"],
  control: ['Used the control API:', '{call}'],
};

export const auditSentence = ({ action, subject, details }: AuditLine): readonly string[] => {
  const found = sentences[action];
  const sentence = typeof found === 'function' ? found(details) : (found ?? [action, '{subject}']);
  const known: Readonly<Record<string, unknown>> = {
    ...details,
    subject,
    member: subject ?? (action === 'person.passkey-copied' ? 'an unknown member' : 'a member'),
    // An endpoint that was deleted later has no name.
    endpoint: subject ?? '(removed)',
  };
  return sentence.map((part) => part.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(known[name] ?? '')));
};

export const auditText = (line: AuditLine): string => auditSentence(line).filter(Boolean).join(' ');

export const auditCsv = (lines: readonly AuditLine[]): string =>
  [
    ['number', 'when', 'who', 'what', 'from'],
    ...lines.map((line) => [String(line.number), line.at, line.by, auditText(line), line.from ?? '']),
  ]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n');
