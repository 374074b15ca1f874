/** A company as the login at the provider tells it. */
export interface ProviderCompany {
  readonly name: string;
  readonly idAtProvider: string;
  readonly provider: string;
}

/** A service that end users move their data from. The providers of this list are invented. */
export interface SourceProvider {
  readonly name: string;
  /** What it is used for, as the modal shows it. */
  readonly kind: string;
  /** How often it occurs, relative to the others. */
  readonly weight: number;
  /** The provider's own identifier of its company number `index`. */
  readonly companyId: (index: number) => string;
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
const countries = ['gb', 'de', 'pl', 'se', 'us'] as const;
const countryOf = (index: number): string => countries[index % countries.length] ?? 'gb';

/** The fixed list of the sandbox; the API itself takes any text. */
export const sourceProviders: readonly SourceProvider[] = [
  { name: 'Ledgerline', kind: 'Accounting', weight: 36, companyId: (index) => `LL-${2_040_000 + index * 7}` },
  {
    name: 'Tallyroom',
    kind: 'Bookkeeping',
    weight: 23,
    companyId: (index) => `${countryOf(index)}-${digits(4_417 + index * 13, 6)}`,
  },
  { name: 'Crewbase', kind: 'Human resources', weight: 17, companyId: (index) => `cb-${54_000 + index * 3}` },
  {
    name: 'Harborpay',
    kind: 'Payroll',
    weight: 13,
    companyId: (index) => `hp_${countryOf(index)}_${31_000 + index * 11}`,
  },
  {
    name: 'Peopledock',
    kind: 'Human resources',
    weight: 8,
    companyId: (index) => `PD/${7_600 + index}-${'ABC'[index % 3] ?? 'A'}`,
  },
  { name: 'Sumtrail', kind: 'Expenses', weight: 3, companyId: (index) => `ST${digits(9_900 + index, 7)}` },
];

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
  const label = domain?.split('.', 1)[0] ?? [...local].slice(0, 40).join('');
  return companyNamed(provider, titled(label) || 'Unnamed Company');
};

/** The companies to choose from when a login belongs to two. */
export const companiesToChoose = (provider: string, name: string): ProviderCompany[] =>
  [name, `${name.split(' ', 1)[0]} Catering`].map((choice) => companyNamed(provider, choice));
