import { getStatusCode } from 'imapflow/lib/tools.js';
import { boundedText } from '../../content/bounded-text.ts';
import {
  ConnectionCut,
  type FailureReason,
  ItemFailed,
  LoginRefused,
  RateLimited,
  ServerUnavailable,
} from '../copy-ports.ts';

const maxDetailCharacters = 200;

/** What imapflow adds to its errors. */
interface ImapFault {
  readonly code?: string;
  readonly responseStatus?: 'NO' | 'BAD' | 'BYE';
  readonly responseText?: string;
  readonly serverResponseCode?: string;
  /** Some commands have only this in place of `serverResponseCode`. */
  readonly response?: Parameters<typeof getStatusCode>[0];
  readonly authenticationFailed?: boolean;
}

export class CommandRefused extends ServerUnavailable {
  readonly code: string;
  /** Example: "NO TOOBIG: Message is too large". Not in `message`, because logs must not have the server's text. */
  readonly detail: string;

  constructor(status: string, code: string, text: string) {
    super([status, code].filter(Boolean).join(' '));
    this.code = code;
    this.detail = boundedText(`${this.message}: ${text}`, maxDetailCharacters);
  }
}

/** Response codes of RFC 5530 and of large providers of temporary errors. */
const temporaryCodes = new Set(['UNAVAILABLE', 'INUSE', 'SERVERBUG', 'EXPUNGEISSUED', 'CONTACTADMIN']);
const limitText =
  /throttl|rate limit|too many (?:simultaneous )?(?:connections|requests|commands)|maximum number of connections/i;

export const toCopyError = (error: unknown): unknown => {
  if (error instanceof ServerUnavailable || error instanceof LoginRefused || error instanceof ItemFailed) return error;
  const fault = error as ImapFault;
  const { code = 'no response', responseStatus: status, responseText: text = '', authenticationFailed } = fault;
  const serverCode = (fault.serverResponseCode ?? (getStatusCode(fault.response) || '')).toUpperCase();
  if (code === 'ETHROTTLE' || serverCode === 'THROTTLED' || limitText.test(text))
    return new RateLimited('The server limits the number of requests.');
  if (temporaryCodes.has(serverCode)) return new ServerUnavailable(`The server responded with ${serverCode}.`);
  if (authenticationFailed) return new LoginRefused('The server rejected the user name or password.');
  if (status === 'NO' || status === 'BAD') return new CommandRefused(status, serverCode, text);
  // Only the error code, because the message may contain the address.
  return new ConnectionCut(code);
};

const reasons: Readonly<Record<string, FailureReason>> = {
  TOOBIG: 'too_large',
  APPENDLIMIT: 'too_large',
  OVERQUOTA: 'no_space',
};

export const toItemFailure = (error: unknown): unknown => {
  if (!(error instanceof CommandRefused)) return error;
  const isQuota = error.code === '' && /quota/i.test(error.detail);
  return new ItemFailed(isQuota ? 'no_space' : (reasons[error.code] ?? 'refused'), error.detail);
};
