import type { ProviderCategory } from '#shared/modal-messages/modal-state.ts';
import type { Login } from './login.ts';
import type { SourceAccount, SourceCollection } from './copy-ports.ts';

/** A company as the login at the provider tells it. */
export interface ProviderCompany {
  readonly name: string;
  readonly idAtProvider: string;
  readonly provider: string;
}

/** What the modal shows of a company that can be chosen. */
export interface CompanyChoice {
  readonly name: string;
  readonly invoices: number;
  /** The year of its first record. */
  readonly since: number;
}

interface Credentials {
  readonly userName: string;
  readonly password: string;
}

/** The result of a log-in. */
interface LoginOutcome {
  readonly login: Login;
  /** True only if no connection was made, so that the provider cannot have checked the password. */
  readonly isUnsent?: boolean | undefined;
  /** Size of the lists that the provider sent. */
  readonly listBytes?: number | undefined;
  /** What there is to copy; without it the copy is practice. */
  readonly found?: { readonly account: SourceAccount; readonly collections: readonly SourceCollection[] } | undefined;
}

/** A service that end users move their data from, as the modal meets it. */
export interface SourceProvider {
  readonly name: string;
  readonly category: ProviderCategory;
  /** Nothing leaves the service, and the copy is a clock. */
  readonly isPractice?: boolean;
  /** What it wants first: a password in the modal, or a log-in in a window of its own. */
  readonly firstStep: 'password' | 'window';
  /** What it makes of a user name and a password. At the step `password` without trouble the log-in is done. */
  logIn(before: Login, credentials: Credentials, now: number): Promise<LoginOutcome>;
  /** What it makes of a code, the second factor. Without trouble the log-in is done. */
  sendCode?(before: Login, code: string): Login;
  /** The companies to choose from where a log-in opens several. */
  companies?(userName: string): readonly CompanyChoice[];
  /** The company that a log-in belongs to; one of several by its name. */
  company(userName: string, name?: string): ProviderCompany;
}
