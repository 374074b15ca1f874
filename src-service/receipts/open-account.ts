import { describeItem } from '../content/describe-item.ts';
import type { ContentWorker, RunTask } from '../content-worker/content-worker.ts';
import { ItemFailed } from '../providers/copy-ports.ts';
import { davSource } from '../providers/dav/dav-source.ts';
import { davTasks } from '../providers/dav/dav-tasks.ts';
import type { Credentials } from '../providers/destination-accounts.ts';
import { imapServerFault } from '../providers/imap-server.ts';
import { imapSource } from '../providers/imap/imap-source.ts';
import { newLogin } from '../providers/login.ts';
import type { CopySource } from '../providers/mail-ports.ts';
import { UserError } from '#shared/user-error.ts';
import { guardUrl, isThisDevice } from '../webhooks/address-guard.ts';

const rules = { allowLoopback: true };
const signInTimeoutMs = 60_000;

const tasks: Readonly<Record<string, (...args: never[]) => unknown>> = { describeItem, ...davTasks };

/** Parses in this process, which ends after the check and has only one user. */
export const ownContent: ContentWorker = {
  runFor: <Tasks>() =>
    (async (name: string, ...args: unknown[]) => {
      try {
        return tasks[name]?.(...(args as never[]));
      } catch {
        throw new ItemFailed('unreadable');
      }
    }) as RunTask<Tasks>,
  stop: () => {},
};

/** Returns the provider of a URL such as https://dav.example.com/ or imaps://imap.example.com/. */
const providerOf = (address: string) => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '')
    throw new UserError('Give a complete URL without user name and password.');
  const offer = { name: url.host, category: 'other' } as const;
  if (!/^imaps?:$/.test(url.protocol)) {
    const urlCheck = guardUrl(address, rules);
    if (!urlCheck.ok) throw new UserError(urlCheck.sentence);
    return davSource({ ...offer, kind: 'dav', address }, { rules, content: ownContent, timeoutMs: signInTimeoutMs });
  }
  const withoutImplicit = isThisDevice(url) ? 'none' : 'starttls';
  const tls = url.protocol === 'imaps:' ? 'implicit' : withoutImplicit;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const server = { ...offer, kind: 'imap', host, tls, ...(url.port && { port: Number(url.port) }) } as const;
  const fault = imapServerFault(server, rules);
  if (fault !== undefined) throw new UserError(`The URL is invalid: ${fault}.`);
  return imapSource(server, { rules, timeoutMs: signInTimeoutMs });
};

/** Signs in to an account, which is only read. @throws {UserError} */
export const openAccount = async (address: string, credentials: () => Promise<Credentials>): Promise<CopySource> => {
  const provider = providerOf(address);
  const { found, login } = await provider.logIn(newLogin(), await credentials(), Date.now());
  if (found !== undefined) return found.account;
  throw new UserError(
    login.trouble === 'password_refused'
      ? 'The server rejected the user name or password.'
      : 'The server has no lists.',
  );
};
