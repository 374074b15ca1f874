import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Some proxies write the port of the connection behind the address. */
const withoutPort = (address: string): string => address.replace(/^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/, '$1$2');

/**
 * Whose request this is: an IPv4 address, or the /64 network of an IPv6 address, because one subscriber has all
 * addresses of a /64. Behind a proxy that `--trust-proxy` names it is the client of that proxy; what the proxy calls by
 * anything but an address counts as the proxy itself.
 */
export const clientNetwork = ({ ip, ips = [ip] }: FastifyRequest): string => {
  const named = ips.map((address = '') => withoutPort(address)).findLast((address) => isIP(address) !== 0);
  // The connection has ended already.
  if (named === undefined) return 'unknown';
  const address = ipaddr.process(named);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
};
