import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { canonicalAddress } from '../http/origins.ts';

/** Reads a whole number of a range, for commander. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** Reads an ISO 8601 instant into milliseconds since 1970, for commander. */
export const isoInstant = (text: string): number => {
  if (instant.safeParse(text).success) return Date.parse(text);
  throw new InvalidArgumentError('It must be an ISO 8601 date or time such as 2026-11-20T14:32:00Z.');
};

/** Reads an http or https address without query, fragment and user, and writes it anew, for commander. */
export const httpAddress = (text: string): string => {
  const address = canonicalAddress(text);
  if (address !== undefined) return address;
  throw new InvalidArgumentError('It must be an address such as https://api.ferry.example.');
};
