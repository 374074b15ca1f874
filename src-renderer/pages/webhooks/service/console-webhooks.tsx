import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { describeAppError } from '#shared/app-error-text.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { type BodyRead, type WebhooksPort, WebhooksPortProvider } from '#ui/webhooks/webhooks-port.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { readOnlyReason } from '../../../components/read-only.tsx';
import { useDeliveryBody, useRefetch } from './use-webhooks.ts';
import { changeErrorText, refusedFieldOf } from './webhook-errors.ts';

const BodyReader = ({ id, render }: { readonly id: string; readonly render: (read: BodyRead) => ReactNode }) => {
  const { data, error, busy, again } = useDeliveryBody(id);
  const isMissing = error?.code === 'not_found';
  return render({
    body: data,
    problem: isMissing
      ? "Not available: the delivery was deleted, or this service doesn't store bodies."
      : error && `${describeAppError(error).title}.`,
    onRetry: error && !isMissing ? again : undefined,
    busy,
  });
};

const withBody: WebhooksPort['withBody'] = (id, render) => <BodyReader id={id} render={render} />;

export const ConsoleWebhooks = ({ children }: { readonly children: ReactNode }) => {
  const { api } = useConsole();
  const { history } = useRouter();
  const state = useConsoleState();
  const readAgain = useRefetch();
  const blocked = readOnlyReason(state);
  const isProduction = state?.profile.environment === 'production';
  const isBuiltIn = state?.profile.builtIn ?? false;
  const port = useMemo(
    (): WebhooksPort => ({
      blocked,
      confirmsChanges: isProduction,
      tag: isProduction ? <EnvironmentTag environment="production" /> : null,
      addressHelp: isBuiltIn ? 'Use https, or http on loopback.' : 'Use https and a public host.',
      secretHelp: (
        <p>
          The receivers on the Code tab read the secret from <code className="mono">FERRY_WEBHOOK_SECRET</code>.
        </p>
      ),
      addEndpoint: (settings) => api.webhooks.addEndpoint({ ...settings, confirmed: true }),
      changeEndpoint: (id, changes) => api.webhooks.changeEndpoint({ id, ...changes, confirmed: true }),
      removeEndpoint: (id) => api.webhooks.removeEndpoint({ id, confirmed: true }),
      rotateSecret: (id) => api.webhooks.rotateSecret({ id, confirmed: true }),
      testEndpoint: (id) => api.webhooks.testEndpoint({ id, confirmed: true }),
      replayDelivery: (id) => api.webhooks.replayDelivery({ id, confirmed: true }),
      replayFailed: (endpoint, since) => api.webhooks.replayFailed({ endpoint, since, confirmed: true }),
      readAgain,
      faultOf: (thrown) => {
        const error = appErrorOf(thrown);
        return { text: changeErrorText(error), field: refusedFieldOf(error) };
      },
      withBody,
      holdPage: (isHeld, onHeld) =>
        history.block({
          blockerFn: () => {
            if (!isHeld()) return false;
            onHeld();
            return true;
          },
          enableBeforeUnload: isHeld,
        }),
      renderMigration: (id) => (
        <Link to="/migrations" search={(before) => ({ ...before, open: id })} className="delivery-link mono truncate">
          {id}
        </Link>
      ),
    }),
    [api, history, blocked, isProduction, isBuiltIn, readAgain],
  );
  return <WebhooksPortProvider value={port}>{children}</WebhooksPortProvider>;
};
