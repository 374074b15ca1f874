import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { guardUrl, isThisDevice, type AddressRules } from '../webhooks/address-guard.ts';

const ports = { implicit: 993, starttls: 143, none: 143 } as const;

export const imapServerFields = {
  kind: z.literal('imap'),
  host: z.string().trim().min(1).max(253),
  port: z.int().min(1).max(65_535).optional(),
  tls: z.enum(['implicit', 'starttls', 'none']).default('implicit'),
};

const imapServerSchema = z.object(imapServerFields);
export type ImapServer = z.output<typeof imapServerSchema>;

export const portOf = ({ port, tls }: Pick<ImapServer, 'port' | 'tls'>): number => port ?? ports[tls];

const hostInUrl = ({ host }: ImapServer): string => (isIPv6(host) ? `[${host}]` : host).toLowerCase();

/** Identifies a server in account IDs and in the report. */
export const imapAddress = (server: ImapServer): string =>
  `${server.tls === 'implicit' ? 'imaps' : 'imap'}://${hostInUrl(server)}:${portOf(server)}/`;

export const imapServerFault = (server: ImapServer, rules: AddressRules): string | undefined => {
  const url = `https://${hostInUrl(server)}:${portOf(server)}/`;
  if (!URL.canParse(url) || new URL(url).hostname !== hostInUrl(server))
    return 'host: use a host name without scheme, path or port';
  const checkedUrl = guardUrl(url, rules);
  if (typeof checkedUrl === 'string') {
    const sentence = checkedUrl.replace(/^url must have /, 'use ').replace('hooks.', 'imap.');
    return `host: ${sentence.replace(/\.$/, '')}`;
  }
  return server.tls === 'none' && !isThisDevice(checkedUrl)
    ? 'tls: none is only for servers on this device'
    : undefined;
};
