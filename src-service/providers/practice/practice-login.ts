import type { LoginTrouble } from '#shared/modal-messages/modal-state.ts';
import { practiceUserOf } from '#shared/service-control/practice-users.ts';
import { type Login, newLogin } from '../login.ts';

/** Consecutive wrong passwords that lock the account. */
export const maxWrongPasswords = 5;
const lockedForMs = 15 * 60_000;
/** Failed attempts before the practice user `down` succeeds. */
const attemptsWhileDown = 2;
const wrongPassword = 'wrong';
/** The only well-formed code that is refused. */
const wrongCode = '000000';
const rightCode = /^\d{6}$|^[a-z\d]{4}-?[a-z\d]{4}$/i;

const refuse = (login: Login, trouble: LoginTrouble, more: Partial<Login> = {}): Login => ({
  ...login,
  failures: login.failures + 1,
  trouble,
  ...more,
});

export const tryPassword = (before: Login, userName: string, password: string, now: number): Login => {
  const isSame = before.userName === userName;
  const { failures, successes } = before;
  const login: Login = isSame ? { ...before, step: 'password' } : { ...newLogin(userName), failures, successes };
  const user = practiceUserOf(userName);
  const inARow = login.inARow + 1;
  if (login.lockedUntil !== null && login.lockedUntil > now) return refuse(login, 'account_locked');
  const lock = { inARow: 0, lockedUntil: now + lockedForMs };
  if (user === 'locked' && login.lockedUntil === null) return refuse(login, 'account_locked', lock);
  if (user === 'down' && inARow <= attemptsWhileDown) return refuse(login, 'provider_down', { inARow });
  if (user === 'wrong' || password === wrongPassword) {
    return inARow < maxWrongPasswords
      ? refuse(login, 'password_refused', { inARow })
      : refuse(login, 'account_locked', lock);
  }
  const step = user === 'second-factor' ? 'code' : user === 'companies' ? 'company' : 'password';
  return { ...login, step, inARow: 0, trouble: null, lockedUntil: null };
};

export const tryCode = (login: Login, code: string): Login => {
  const digits = code.replaceAll(/\s/g, '');
  return rightCode.test(digits) && digits !== wrongCode ? { ...login, trouble: null } : refuse(login, 'code_refused');
};
