import { readFile } from 'node:fs/promises';
import { isLoopbackHost } from '../http/origins.ts';
import { UserError } from '#shared/user-error.ts';

export interface CompanySettings {
  /** The exact string that the provider uses, with or without a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface CompanyFlags {
  readonly dashboard?: boolean | undefined;
  readonly oidcIssuer?: string | undefined;
  readonly oidcClientId?: string | undefined;
  readonly oidcClientSecretFile?: string | undefined;
}

/** Reads the settings from flags. Other users can see flags, so secrets are in files. @throws {UserError} */
export const readCompanySettings = async ({
  dashboard,
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecretFile: file,
}: CompanyFlags): Promise<CompanySettings | undefined> => {
  const companyFlags = [issuer, clientId, file].filter((flag) => flag !== undefined);
  if (companyFlags.length === 0) return undefined;
  if (!dashboard) throw new UserError('--oidc-issuer needs --dashboard, because users sign in to the dashboard.');
  if (issuer === undefined || clientId === undefined || file === undefined) {
    throw new UserError('Use --oidc-issuer, --oidc-client-id and --oidc-client-secret-file together.');
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) {
    throw new UserError('--oidc-issuer must start with https://, unless the provider is on this device.');
  }
  const content = await readFile(file, 'utf8').catch(({ code = 'unknown' }: NodeJS.ErrnoException) => {
    throw new UserError(
      `The file ${file} can't be read (${code}). Choose another file with --oidc-client-secret-file.`,
    );
  });
  const clientSecret = content.trim();
  if (clientSecret === '') throw new UserError(`The file ${file} is empty. Write the client secret to it.`);
  return { issuer, clientId, clientSecret };
};
