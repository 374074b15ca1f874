import { createAdapterFactory } from 'better-auth/adapters';
import type { SignInRow } from '../store/people/people-store.ts';
import type { PeopleStore } from '../store/people/create-people-store.ts';
import { hashSecretText } from '../store/secrets.ts';

export const signInNames = {
  user: {
    modelName: 'people',
    fields: { emailVerified: 'email_verified', createdAt: 'created', updatedAt: 'updated' },
  },
  account: {
    modelName: 'person_accounts',
    fields: {
      userId: 'person',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires',
      refreshTokenExpiresAt: 'refresh_token_expires',
      createdAt: 'created',
      updatedAt: 'updated',
    },
  },
  session: {
    modelName: 'person_sessions',
    fields: {
      userId: 'person',
      token: 'token_hash',
      expiresAt: 'expires',
      ipAddress: 'address',
      userAgent: 'user_agent',
      createdAt: 'created',
      updatedAt: 'updated',
    },
  },
} as const;

const tokenColumn = signInNames.session.fields.token;

const hashToken = (row: SignInRow): SignInRow =>
  row[tokenColumn] === undefined ? row : { ...row, [tokenColumn]: hashSecretText(String(row[tokenColumn])) };

interface LibraryCondition {
  readonly field: string;
  readonly operator?: string | undefined;
  readonly value: unknown;
  readonly connector?: string | undefined;
}

/** Throws for a condition that signing in doesn't need: ignoring it could match too many rows. */
const toRow = (where: readonly LibraryCondition[] = []): SignInRow => {
  const row = Object.fromEntries(where.map(({ field, value }) => [field, value as string]));
  const isEqual = where.every(({ operator = 'eq', connector = 'AND' }) => operator === 'eq' && connector === 'AND');
  if (isEqual && Object.keys(row).length === where.length) return row;
  throw new TypeError('The sign-in store only accepts one value per column.');
};

export interface SignInCaller {
  readonly way?: string;
  /** Network address of a sign-out. The row of a new session contains its own address. */
  readonly from?: string;
}

/** better-auth's store adapter. Stores only hashes of session tokens, so that a leaked store gives no access. */
export const signInRows = (tables: PeopleStore['signIn'], caller: () => SignInCaller | undefined) => {
  /** Rows that were found by their token keep it, because the library puts it into the cookie. */
  const withToken = (row: SignInRow, where: SignInRow): SignInRow =>
    where[tokenColumn] === undefined ? row : { ...row, [tokenColumn]: where[tokenColumn] };
  const select = async (model: string, conditions: readonly LibraryCondition[] = [], limit = 100) => {
    const where = toRow(conditions);
    return (await tables.select(model, hashToken(where), limit)).map((row) => withToken(row, where));
  };
  const update = async (model: string, conditions: readonly LibraryCondition[], changes: SignInRow) => {
    const where = toRow(conditions);
    const row = await tables.update(model, hashToken(where), hashToken(changes));
    return row && withToken(row, where);
  };
  const remove = (model: string, conditions: readonly LibraryCondition[]) =>
    tables.remove(model, hashToken(toRow(conditions)), caller()?.from);
  return createAdapterFactory({
    config: {
      adapterId: 'ferry',
      // Both stores save times as ISO 8601 strings and booleans as 0 and 1.
      supportsDates: false,
      supportsBooleans: false,
      transaction: false,
    },
    adapter: () => ({
      create: async ({ model, data }) => {
        await tables.insert(model, hashToken(data as SignInRow), caller()?.way);
        return data;
      },
      findOne: async ({ model, where }) => ((await select(model, where, 1))[0] ?? null) as never,
      findMany: async ({ model, where, limit }) => (await select(model, where, limit)) as never,
      count: async ({ model, where }) => (await select(model, where, 10_000)).length,
      update: async ({ model, where, update: values }) =>
        ((await update(model, where, values as SignInRow)) ?? null) as never,
      updateMany: async ({ model, where, update: values }) =>
        (await update(model, where, values)) === undefined ? 0 : 1,
      delete: async ({ model, where }) => void (await remove(model, where)),
      deleteMany: async ({ model, where }) => remove(model, where),
    }),
  });
};
