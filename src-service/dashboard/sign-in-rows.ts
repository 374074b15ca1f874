import { createAdapterFactory } from 'better-auth/adapters';
import type { SignInCondition, SignInRow } from '../store/people/people-store.ts';
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

const hashOf = (token: unknown): string => hashSecretText(String(token));

interface LibraryCondition {
  readonly field: string;
  readonly operator?: string | undefined;
  readonly value: unknown;
  readonly connector?: string | undefined;
}

/** Converts better-auth's conditions. Throws for an unknown condition: ignoring it could match too many rows. */
const toConditions = (where: readonly LibraryCondition[] = []): SignInCondition[] =>
  where.map(({ field, operator = 'eq', value, connector = 'AND' }) => {
    if (connector !== 'AND' || !['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'].includes(operator)) {
      throw new TypeError(`The sign-in store doesn't accept ${connector} ${operator}.`);
    }
    const storedValue = field === tokenColumn ? (Array.isArray(value) ? value.map(hashOf) : hashOf(value)) : value;
    return { column: field, operator, value: storedValue } as SignInCondition;
  });

export interface SignInCaller {
  readonly way?: string;
  /** Network address of a sign-out. The row of a new session contains its own address. */
  readonly from?: string;
}

/** better-auth's store adapter. Stores only hashes of session tokens, so that a leaked store gives no access. */
export const signInRows = (tables: PeopleStore['signIn'], caller: () => SignInCaller | undefined) => {
  const select = async (model: string, where: readonly LibraryCondition[] = [], limit = 100): Promise<SignInRow[]> => {
    const rows = await tables.select(model, toConditions(where), limit);
    const token = where.find(({ field, operator = 'eq' }) => field === tokenColumn && operator === 'eq')?.value;
    return rows.map((row) => (token === undefined ? row : { ...row, [tokenColumn]: String(token) }));
  };
  const hashToken = (row: SignInRow): SignInRow =>
    row[tokenColumn] === undefined ? row : { ...row, [tokenColumn]: hashOf(row[tokenColumn]) };
  const update = async (model: string, where: readonly LibraryCondition[], values: SignInRow) => {
    const row = await tables.update(model, toConditions(where), hashToken(values));
    const token = where.find(({ field }) => field === tokenColumn)?.value;
    return row === undefined || token === undefined ? row : { ...row, [tokenColumn]: String(token) };
  };
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
      delete: async ({ model, where }) => void (await tables.remove(model, toConditions(where), caller()?.from)),
      deleteMany: async ({ model, where }) => tables.remove(model, toConditions(where), caller()?.from),
    }),
  });
};
