import { readFile } from 'node:fs/promises';
import { isLoopbackHost } from '../http/origins.ts';

export interface CompanySettings {
  /** Exactly as the provider writes it, with a slash at the end or without. */
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

/** What the flags say; one sentence where they cannot be used. The secret is read from its file, since flags can be seen. */
export const readCompanySettings = async ({
  dashboard,
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecretFile: file,
}: CompanyFlags): Promise<ReadSettings> => {
  const given = [issuer, clientId, file].filter((flag) => flag !== undefined);
  if (given.length === 0) return { ok: true, settings: undefined };
  if (!dashboard) return refuse('--oidc-issuer needs --dashboard: nobody signs in without it.');
  if (issuer === undefined || clientId === undefined || file === undefined) {
    return refuse('--oidc-issuer, --oidc-client-id and --oidc-client-secret-file belong together; give all three.');
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol !== 'https:' && !isLoopbackHost(hostname)) {
    return refuse('--oidc-issuer must begin with https://, but for a provider on this computer.');
  }
  try {
    const clientSecret = (await readFile(file, 'utf8')).trim();
    if (clientSecret === '') return refuse(`The file ${file} is empty; write the client secret into it.`);
    return { ok: true, settings: { issuer, clientId, clientSecret } };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return refuse(`The file ${file} cannot be read (${code}); name another with --oidc-client-secret-file.`);
  }
};
