import { refuse, refuseSignIn } from '../http/refusal.ts';
import { hashSecretText } from '../store/secrets.ts';
import type { PasskeyAdded } from '../store/people/passkeys.ts';
import { askPassword } from './ask-password.ts';
import { type DashboardHandlers, type DashboardParts, WithCookies } from './dashboard-request.ts';
import {
  challengeIn,
  checkNew,
  checkUsed,
  creationOptions,
  type PasskeyPlace,
  placeOf,
  requestOptions,
} from './passkeys.ts';

const requirePlace = (baseUrl: string): PasskeyPlace =>
  placeOf(baseUrl) ?? refuse(409, "Passkeys don't work with an IP address. Use a host name such as localhost.");

const addRefusals = {
  duplicate: () => refuse(409, 'You already added this passkey.'),
  'too many': () => refuse(409, 'You have the maximum of 20 passkeys. Remove one first.'),
  'no account': () => refuse(409, 'Your account was removed.'),
} as const satisfies Record<Exclude<PasskeyAdded, 'done'>, () => never>;

const passkeyRefused = (): never =>
  refuseSignIn("This passkey doesn't work here. Use your password or another passkey.");

/** The device verifies the user of a passkey, so the sign-in needs no code. */
export const passkeyHandlers = (parts: DashboardParts) => {
  const { store, signIn, attempts } = parts;
  const { passkeys, challenges } = store.people;
  return {
    readPasskeys: async ({ person }) => [...(await passkeys.list(person.id))],
    beginPasskey: async (request) => {
      const place = requirePlace(request.baseUrl);
      await askPassword(parts, request);
      const { person, now } = request;
      const options = await creationOptions(place, person, await passkeys.list(person.id));
      const hash = hashSecretText(options.challenge);
      await challenges.add({ kind: 'passkey to add', hash, person: person.id, detail: '' }, now);
      return options;
    },
    addPasskey: async ({ body: { name, credential }, person, baseUrl, author }) => {
      const place = requirePlace(baseUrl);
      const challenge = challengeIn(credential.response.clientDataJSON);
      const question = await challenges.take('passkey to add', hashSecretText(challenge), author.now);
      const newPasskey = question?.person === person.id ? await checkNew(credential, challenge, place) : undefined;
      if (newPasskey === undefined) return refuse(403, "The passkey wasn't accepted. Start again.");
      const addResult = await passkeys.add({ ...newPasskey, person: person.id, name }, author);
      return addResult === 'done' ? {} : addRefusals[addResult]();
    },
    removePasskey: async ({ params: { passkey = '' }, person, author }) =>
      (await passkeys.remove(person.id, passkey, author)) ? {} : refuse(404, "You don't have this passkey."),
    beginPasskeySignIn: async ({ network, baseUrl, now }) => {
      const place = requirePlace(baseUrl);
      await attempts.start(network);
      const options = await requestOptions(place);
      const hash = hashSecretText(options.challenge);
      await challenges.add({ kind: 'passkey to sign in', hash, person: null, detail: '' }, now);
      return options;
    },
    signInByPasskey: async ({ body: { credential }, request, network, baseUrl, author }) => {
      const place = requirePlace(baseUrl);
      const attempt = await attempts.signIn(network);
      const challenge = challengeIn(credential.response.clientDataJSON);
      const question = await challenges.take('passkey to sign in', hashSecretText(challenge), author.now);
      const passkey = question && (await passkeys.find(credential.id));
      const counter = passkey && (await checkUsed(credential, challenge, place, passkey));
      if (passkey === undefined || counter === undefined) return passkeyRefused();
      if (!(await passkeys.use(passkey.id, counter, author))) return passkeyRefused();
      await attempts.session(passkey.person, network);
      const cookies = await signIn.createVerifiedSession(passkey.person, 'passkey', request);
      if (cookies === undefined) return passkeyRefused();
      await attempt.giveBack();
      return new WithCookies({}, cookies);
    },
  } satisfies Partial<DashboardHandlers>;
};
