import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { callRoutes, DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { changingRoles } from '#shared/dashboard-api/roles.ts';
import { focusTargets, returnFocus } from '#ui/keys/lent-focus.ts';
import { useAction } from '#ui/state/use-action.ts';
import type { RotationLink } from '../navigation/destination.ts';
import { call, isForbidden, isSignedOut, sentenceOf } from './call.ts';

type Session = CallReply<'session'>;
export type Organization = Session['organizations'][number];

/** The selected organization of an instance administrator without a membership. */
export const noOrganization: Organization = {
  id: '-',
  name: 'No organization',
  production: false,
  role: 'support',
  secondFactorRequired: false,
  mustEnroll: false,
  suspended: null,
};

export const environmentOf = ({ production }: { readonly production: boolean }): 'production' | 'test' =>
  production ? 'production' : 'test';

const sessionKey = ['session'] as const;

export const useSessionQuery = () =>
  useQuery({
    queryKey: sessionKey,
    queryFn: async (): Promise<Session | null> => {
      try {
        return await call('session');
      } catch (error) {
        if (isSignedOut(error)) return null;
        throw error;
      }
    },
  });

interface DashboardValue {
  readonly session: Session;
  readonly organization: Organization;
  readonly query: URLSearchParams;
  readonly rotation: RotationLink | undefined;
}

const DashboardContext = createContext<DashboardValue | null>(null);
export const DashboardProvider = DashboardContext.Provider;

export const useDashboard = (): DashboardValue => {
  const dashboard = useContext(DashboardContext);
  if (dashboard === null) throw new TypeError('useDashboard must be called inside the shell.');
  return dashboard;
};

export const mayNotChange = ({ role, name, suspended }: Organization): string | null => {
  if (suspended !== null) return `${name} is suspended, so you can't change anything.`;
  return changingRoles.includes(role) ? null : 'Only owners and admins can change this. Your role is support.';
};

type ReadCall = {
  [Name in DashboardCall]: (typeof callRoutes)[Name]['method'] extends 'GET' ? Name : never;
}[DashboardCall];

const readOptions = <Name extends ReadCall>(
  client: QueryClient,
  name: Name,
  organization: string,
  { query = '', params = {} }: { readonly query?: string; readonly params?: Readonly<Record<string, string>> } = {},
) => ({
  queryKey: [name, organization, query, params],
  queryFn: () => callSignedIn(client, name, { params: { organization, ...params }, query }),
});

/**
 * Reads data of the current organization.
 * @param query part of the URL after the path
 * @param onPendingRead `keeps rows` shows the previous rows until the response to another query arrives
 */
export const useRead = <Name extends ReadCall>(
  name: Name,
  query = '',
  params: Readonly<Record<string, string>> = {},
  onPendingRead: 'keeps rows' | 'nothing' = 'nothing',
) => {
  const { organization } = useDashboard();
  const client = useQueryClient();
  return useQuery({
    ...readOptions(client, name, organization.id, { query, params }),
    ...(onPendingRead === 'keeps rows' && { placeholderData: keepPreviousData }),
  });
};

export const readFresh = async <Name extends ReadCall>(client: QueryClient, name: Name, organization: string) => {
  const options = readOptions(client, name, organization);
  await client.cancelQueries({ queryKey: options.queryKey });
  return client.fetchQuery({ ...options, staleTime: 0 });
};

export interface SentCall<Name extends DashboardCall> {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: CallBody<Name>;
}

/** Calls the service for the current organization. If the session has ended, shows the sign-in page. */
export const callSignedIn = async <Name extends DashboardCall>(
  client: QueryClient,
  name: Name,
  options: Parameters<typeof call<Name>>[1],
): Promise<CallReply<Name>> => {
  try {
    return await call(name, options);
  } catch (error) {
    if (isSignedOut(error)) client.setQueryData(sessionKey, null);
    // The role or the rules of the organization may have changed.
    if (isForbidden(error)) void client.invalidateQueries({ queryKey: sessionKey });
    throw error;
  }
};

/** Runs a call that changes data, then refetches all data on screen. `problem` is the last error message. */
export const useChange = <Name extends DashboardCall>(name: Name) => {
  const { organization } = useDashboard();
  const client = useQueryClient();
  const { run, busy, error } = useAction(
    async (
      _signal,
      { params, body }: SentCall<Name>,
      onDone: (reply: CallReply<Name>) => void,
      onRefused?: (sentence: string) => void,
    ) => {
      const before = focusTargets();
      const reply = await callSignedIn<Name>(client, name, {
        params: { organization: organization.id, ...params },
        ...(body !== undefined && { body }),
      }).catch((thrown: unknown) => {
        onRefused?.(sentenceOf(thrown));
        throw thrown;
      });
      await client.invalidateQueries();
      onDone(reply);
      returnFocus(before);
    },
    sentenceOf,
  );
  return { send: run, isInProgress: busy, problem: error };
};
