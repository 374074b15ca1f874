import { z } from 'zod';

/** IP addresses and CIDR ranges that may use an API key. An empty list allows every address. */
export const keyAddressesSchema = z
  .array(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: ({ input }) =>
        `“${String(input).slice(0, 50)}” isn't an IP address or a CIDR range such as 203.0.113.0/24.`,
    }),
  )
  .max(50, 'A key can have at most 50 IP addresses and ranges.');
