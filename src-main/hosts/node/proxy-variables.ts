import { wellFormedProxy } from '../../console/log/proxy-address.ts';

/** The proxy variables that Node's agents understand. */
const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] as const;

export type ProxyVariables = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** The proxy variables of this process, whatever case they are written in. */
export function readProxyVariables(env: NodeJS.ProcessEnv = process.env): ProxyVariables {
  const found = names.map((name) => [name, env[name.toLowerCase()] || env[name]] as const);
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value ? [[name, name === 'NO_PROXY' ? value : wellFormedProxy(value)]] : [])),
  );
}

/** Calls to this computer never go to a proxy: it would look for them on its own. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
