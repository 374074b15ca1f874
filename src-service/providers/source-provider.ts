import type { ProviderCategory } from '#shared/modal-messages/modal-state.ts';
import type { Credentials } from './destination-accounts.ts';
import type { Login } from './login.ts';
import type { SourceAccount, SourceCollection } from './copy-ports.ts';

export interface ProviderCompany {
  readonly name: string;
  readonly idAtProvider: string;
  readonly provider: string;
}

/** What the modal shows of a company that can be chosen. */
export interface CompanyChoice {
  readonly name: string;
  readonly invoices: number;
  readonly since: number;
}

export interface LoginCredentials extends Credentials {
  readonly atDestination?: Credentials | undefined;
}

interface LoginOutcome {
  readonly login: Login;
  /** True only if no connection was made, so that the provider cannot have checked the password. */
  readonly isUnsent?: boolean | undefined;
  readonly listBytes?: number | undefined;
  /** What there is to copy; without it the copy is practice. */
  readonly found?: { readonly account: SourceAccount; readonly collections: readonly SourceCollection[] } | undefined;
}

export interface SourceProvider {
  readonly name: string;
  readonly category: ProviderCategory;
  readonly isPractice?: boolean;
  /** True if the modal also asks for the account at the destination. */
  readonly asksDestination?: boolean;
  /** First login step: a password in the modal, or a separate window. */
  readonly firstStep: 'password' | 'window';
  /** What it makes of a user name and a password. At the step `password` without trouble the log-in is done. */
  logIn(before: Login, credentials: LoginCredentials, now: number): Promise<LoginOutcome>;
  /** What it makes of a code, the second factor. Without trouble the log-in is done. */
  sendCode?(before: Login, code: string): Login;
  companies?(userName: string): readonly CompanyChoice[];
  /** The company that a log-in belongs to; one of several by its name. */
  company(userName: string, name?: string): ProviderCompany;
}
