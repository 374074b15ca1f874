import type { ProviderCategory } from '#shared/modal-messages/modal-state.ts';
import type { CompanyChoice, ProviderCompany, SourceProvider } from '../source-provider.ts';
import { tryCode, tryPassword } from './practice-login.ts';

export interface PracticeProvider {
  readonly name: string;
  readonly category: ProviderCategory;
  /** Accepts logins only on its own page in another window. */
  readonly hasOwnLogin?: boolean;
  readonly weight: number;
  readonly companyId: (index: number) => string;
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');
const countries = ['gb', 'de', 'pl', 'se', 'us'] as const;
const countryOf = (index: number): string => countries[index % countries.length] ?? 'gb';

/** Providers of the Sandbox. In the API, a provider's name can be any string. */
export const practiceList: readonly PracticeProvider[] = [
  { name: 'Ledgerline', category: 'accounting', weight: 36, companyId: (index) => `LL-${2_040_000 + index * 7}` },
  {
    name: 'Tallyroom',
    category: 'bookkeeping',
    weight: 23,
    companyId: (index) => `${countryOf(index)}-${digits(4_417 + index * 13, 6)}`,
  },
  { name: 'Crewbase', category: 'human_resources', weight: 17, companyId: (index) => `cb-${54_000 + index * 3}` },
  {
    name: 'Harborpay',
    category: 'payroll',
    hasOwnLogin: true,
    weight: 13,
    companyId: (index) => `hp_${countryOf(index)}_${31_000 + index * 11}`,
  },
  {
    name: 'Peopledock',
    category: 'human_resources',
    weight: 8,
    companyId: (index) => `PD/${7_600 + index}-${'ABC'[index % 3] ?? 'A'}`,
  },
  { name: 'Sumtrail', category: 'expenses', weight: 3, companyId: (index) => `ST${digits(9_900 + index, 7)}` },
];

const titleCase = (words: string): string =>
  words
    .split(/[-_.]+/)
    .filter((word) => word !== '')
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');

/** Hashes a string, so that a login always has the same company. */
const numberOf = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 90_000, 7);

const companyNamed = (provider: string, name: string): ProviderCompany => {
  const index = numberOf(name);
  const known = practiceList.find((candidate) => candidate.name === provider);
  return { provider, name, idAtProvider: known?.companyId(index) ?? String(100_000 + index) };
};

/** Names the company after the domain of the user's email address, or after a user name that isn't an address. */
const companyOfLogin = (provider: string, userName: string): ProviderCompany => {
  const [local = '', domain] = userName.toLowerCase().split('@');
  const label = domain?.split('.', 1)[0] ?? [...local].slice(0, 40).join('');
  return companyNamed(provider, titleCase(label) || 'Unnamed Company');
};

const companiesToChoose = (provider: string, userName: string): CompanyChoice[] => {
  const { name } = companyOfLogin(provider, userName);
  const first = name.split(' ', 1)[0] ?? name;
  return [
    { name, invoices: 12_400, since: 2017 },
    { name: `${first} Catering`, invoices: 860, since: 2022 },
    { name: `${first} Holding`, invoices: 0, since: 2025 },
  ];
};

/** A practice provider sends nothing, and its copy is only a timer. */
const practiceProvider = ({ name, category, hasOwnLogin = false }: PracticeProvider): SourceProvider => ({
  name,
  category,
  firstStep: hasOwnLogin ? 'window' : 'password',
  isPractice: true,
  logIn: async (before, { userName, password }, now) => ({ login: tryPassword(before, userName, password, now) }),
  sendCode: tryCode,
  companies: (userName) => companiesToChoose(name, userName),
  company: (userName, chosen) => (chosen === undefined ? companyOfLogin(name, userName) : companyNamed(name, chosen)),
});

export const practiceProviders: readonly SourceProvider[] = practiceList.map(practiceProvider);
