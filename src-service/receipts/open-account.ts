import { UserError } from '#shared/user-error.ts';
import type { ContentWorker, RunTask } from '../content-worker/content-worker.ts';
import { describeItem } from '../content/describe-item.ts';
import { ItemFailed } from '../providers/copy-ports.ts';
import { davSource } from '../providers/dav/dav-source.ts';
import { davTasks } from '../providers/dav/dav-tasks.ts';
import type { Credentials } from '../providers/destination-accounts.ts';
import { imapSource } from '../providers/imap/imap-source.ts';
import { newLogin } from '../providers/login.ts';
import type { CopySource } from '../providers/mail-ports.ts';
import { isThisDevice } from '../webhooks/address-guard.ts';

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

const options = { rules: { allowLoopback: true }, content: ownContent, timeoutMs: signInTimeoutMs };

/** Checks the password, and returns the account for reading. @throws {UserError} */
export const openAccount = async (address: string, credentials: () => Promise<Credentials>): Promise<CopySource> => {
  const url = new URL(address);
  const { host: name, hostname, port, protocol } = url;
  if (url.username !== '' || url.password !== '') throw new UserError('Remove the user name from the URL.');
  const offer = { name, category: 'other' } as const;
  const server = { host: hostname.replace(/^\[(.*)\]$/, '$1'), ...(port !== '' && { port: Number(port) }) };
  const tls = protocol === 'imaps:' ? 'implicit' : isThisDevice(url) ? 'none' : 'starttls';
  const provider = protocol.startsWith('imap')
    ? imapSource({ ...offer, ...server, kind: 'imap', tls }, options)
    : davSource({ ...offer, kind: 'dav', address }, options);
  const { found, login } = await provider.logIn(newLogin(), await credentials(), Date.now());
  if (found !== undefined) return found.account;
  throw new UserError(
    login.trouble === 'password_refused'
      ? 'The server rejected the user name or password.'
      : "The server doesn't respond, or the URL isn't allowed.",
  );
};
