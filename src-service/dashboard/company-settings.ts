import { readFile } from 'node:fs/promises';
import { isLoopbackHost } from '../http/origins.ts';

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

type ReadSettings =
  | { readonly ok: true; readonly settings: CompanySettings | undefined }
  | { readonly ok: false; readonly sentence: string };

const refuse = (sentence: string): ReadSettings => ({ ok: false, sentence });

/** Reads the settings from flags, or returns an error message. Other users can see flags, so secrets are in files. */
export const readCompanySettings = async ({
  dashboard,
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecretFile: file,
}: CompanyFlags): Promise<ReadSettings> => {
  const companyFlags = [issuer, clientId, file].filter((flag) => flag !== undefined);
  if (companyFlags.length === 0) return { ok: true, settings: undefined };
  if (!dashboard) return refuse('--oidc-issuer needs --dashboard, because users sign in to the dashboard.');
  if (issuer === undefined || clientId === undefined || file === undefined) {
    return refuse('Use --oidc-issuer, --oidc-client-id and --oidc-client-secret-file together.');
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) {
    return refuse('--oidc-issuer must start with https://, unless the provider is on this device.');
  }
  try {
    const clientSecret = (await readFile(file, 'utf8')).trim();
    if (clientSecret === '') return refuse(`The file ${file} is empty. Write the client secret to it.`);
    return { ok: true, settings: { issuer, clientId, clientSecret } };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return refuse(`The file ${file} can't be read (${code}). Choose another file with --oidc-client-secret-file.`);
  }
};
