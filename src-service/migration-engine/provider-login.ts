import { sourceProviders } from '../providers/source-providers.ts';
import type { ProviderCompany } from '../store/run-store.ts';

const titled = (words: string): string =>
  words
    .split(/[-_.]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

/** A small number that depends on the text only, so that a login always finds the same company. */
const numberOf = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 90_000, 7);

const companyNamed = (provider: string, name: string): ProviderCompany => {
  const index = numberOf(name);
  const known = sourceProviders.find((candidate) => candidate.name === provider);
  return { provider, name, idAtProvider: known?.companyId(index) ?? String(100_000 + index) };
};

/** The company that a login at the provider belongs to: named after the user's mail domain, or the user. */
export const companyOfLogin = (provider: string, userName: string): ProviderCompany => {
  const [local = '', domain] = userName.toLowerCase().split('@');
  const label = domain?.split('.', 1)[0] ?? local.slice(0, 40);
  return companyNamed(provider, titled(label) || 'Unnamed Company');
};

/** The companies to choose from when a login belongs to two. */
export const companiesToChoose = (provider: string, name: string): ProviderCompany[] =>
  [name, `${name.split(' ', 1)[0]} Catering`].map((choice) => companyNamed(provider, choice));
