import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The address to listen on, or one sentence that says why there is none. */
type BindAddress = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly sentence: string };

/**
 * The address that a host name or an address in any spelling leads to. It is asked for once, so that what is listened on
 * and what is taken for loopback cannot differ.
 */
export const bindAddress = async (host: string): Promise<BindAddress> => {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost') return { ok: true, address: name };
  try {
    const { address } = isIP(name) === 0 ? await lookup(name) : { address: name };
    if (isIP(address) !== 6) return { ok: true, address };
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
    // One spelling for each IPv6 address; a zone (%eth0) has no place in the other spelling.
    const canonical = address.includes('%') ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
    return { ok: true, address: mapped ?? canonical };
  } catch {
    return {
      ok: false,
      sentence: `The name ${name} leads to no address; choose an address of this computer with --host.`,
    };
  }
};
