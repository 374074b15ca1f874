import { refuse, refuseSignIn } from '../http/refusal.ts';
import type { ChangeAuthor } from '../store/base/actor.ts';
import type { PeopleStore } from '../store/people/create-people-store.ts';
import type { SecondFactor } from '../store/people/second-factor.ts';
import { askPassword } from './ask-password.ts';
import type { DashboardHandlers, DashboardParts, DashboardRequest } from './dashboard-request.ts';
import { createOTP } from '@better-auth/utils/otp';
import { generateRandomString } from 'better-auth/crypto';
import { hashSecretText } from '../store/secrets.ts';

const periodMs = 30_000;
/** Accepts the previous, current and next time step, because clocks differ. */
const steps = [-1, 0, 1] as const;
const backupCodes = 10;

/** 142 random bits: 24 characters, each one of 62. */
const newSecret = (): string => generateRandomString(24, 'a-z', 'A-Z', '0-9');

/** Link for authenticator apps. Encodes spaces as %20, because many apps display a plus sign unchanged. */
const codeAddress = (secret: string, host: string, email: string): string =>
  createOTP(secret).url(`Ferry ${host}`, email).replaceAll('+', '%20');

const stepOf = async (secret: string, code: string): Promise<number | undefined> => {
  const now = Math.floor(Date.now() / periodMs);
  for (const step of steps) {
    if ((await createOTP(secret).hotp(now + step)) === code) return now + step;
  }
  return undefined;
};

const normalizeCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toLowerCase();

const isOneTimeCode = (plain: string): boolean => /^\d{6}$/.test(plain);

/** Codes of over 50 random bits each, grouped for reading aloud, and the hashes to store. */
const newBackupCodes = (): { readonly codes: readonly string[]; readonly hashes: readonly string[] } => {
  const codes = Array.from({ length: backupCodes }, () => generateRandomString(10, 'a-z', '0-9'));
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes: codes.map(hashSecretText) };
};

const takeCode = async (
  store: PeopleStore['secondFactors'],
  { person, secret }: Pick<SecondFactor, 'person' | 'secret'>,
  typed: string,
  author: ChangeAuthor,
): Promise<boolean> => {
  const code = normalizeCode(typed);
  if (!isOneTimeCode(code)) return store.useCode(person, hashSecretText(code), { ...author, by: person });
  const step = await stepOf(secret, code);
  return step !== undefined && store.useStep(person, step);
};

export const checkCode = async (
  { store, attempts }: Pick<DashboardParts, 'store' | 'attempts'>,
  factor: SecondFactor,
  code: string,
  { network, author }: Pick<DashboardRequest<'finishCompanyCode'>, 'network' | 'author'>,
): Promise<void> => {
  const attempt = await attempts.code(factor.person, network);
  if (!(await takeCode(store.people.secondFactors, factor, code, author)))
    refuseSignIn('The code is wrong or was already used. Wait for the next code.');
  await attempt.giveBack();
};

const wrongFirstCode = (): never => refuse(403, "The code is wrong. Check that your phone's clock is right.");
const setupExpired = (): never => refuse(409, 'Two-factor setup has expired. Start again.');
const twoFactorOn = (): never => refuse(409, 'Two-factor authentication is already on.');
const twoFactorOff = (): never => refuse(409, 'Two-factor authentication is off.');

export const secondFactorHandlers = (parts: DashboardParts) => {
  const { store, attempts } = parts;
  const { secondFactors } = store.people;
  return {
    readSecondFactor: async ({ person }) => {
      const secondFactor = await secondFactors.of(person.id);
      return secondFactor?.confirmed
        ? { isOn: true, codesLeft: secondFactor.codesLeft }
        : { isOn: false, codesLeft: 0 };
    },
    beginSecondFactor: async (request) => {
      await askPassword(parts, request);
      const { person, baseUrl } = request;
      const secret = newSecret();
      if (!(await secondFactors.startSetup(person.id, secret))) return twoFactorOn();
      const address = codeAddress(secret, new URL(baseUrl).host, person.email);
      return { address, key: new URL(address).searchParams.get('secret') ?? '' };
    },
    confirmSecondFactor: async ({ body: { code }, person, network, author }) => {
      const secondFactor = await secondFactors.of(person.id);
      if (secondFactor === undefined) return setupExpired();
      if (secondFactor.confirmed) return twoFactorOn();
      const check = () => stepOf(secondFactor.secret, normalizeCode(code));
      const step = await attempts.password(person.email, network, check);
      if (step === undefined) return wrongFirstCode();
      const { codes, hashes: codeHashes } = newBackupCodes();
      const confirmation = {
        person: person.id,
        secret: secondFactor.secret,
        step,
        codeHashes,
        session: person.sessionId,
      };
      return (await secondFactors.confirm(confirmation, author)) ? { codes: [...codes] } : setupExpired();
    },
    renewBackupCodes: async (request) => {
      await askPassword(parts, request);
      const { person, author } = request;
      const { codes, hashes } = newBackupCodes();
      return (await secondFactors.renewCodes(person.id, hashes, author)) ? { codes: [...codes] } : twoFactorOff();
    },
    endSecondFactor: async (request) => {
      await askPassword(parts, request);
      const { person, author } = request;
      const strictMembership = (await store.people.memberships(person.id)).find((one) => one.secondFactorRequired);
      if (strictMembership) return refuse(409, `${strictMembership.name} requires two-factor authentication.`);
      return (await secondFactors.end(person.id, author)) ? {} : twoFactorOff();
    },
  } satisfies Partial<DashboardHandlers>;
};
