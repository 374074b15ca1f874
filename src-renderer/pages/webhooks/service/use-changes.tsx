import { CircleX, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '#ui/controls/button.tsx';
import { ConfirmDialog, DialogProblem } from '#ui/dialogs/dialogs.tsx';
import { Banner } from '#ui/messages/messages.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { useAction, useInTurn } from '../../../api/use-action.ts';
import { EnvironmentTag } from '#ui/environment/environment-tag.tsx';
import { useReadAgain } from './use-webhooks.ts';
import { changeErrorText } from './webhook-errors.ts';

interface Change {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** When to confirm: always or on production only. */
  readonly asks: 'always' | 'on production';
  readonly tone?: 'primary' | 'danger';
  /** Shown on failure. */
  readonly failed: string;
  readonly run: () => Promise<void>;
}

interface Changes {
  readonly make: (change: Change) => void;
  readonly busy: boolean;
  readonly dialog: ReactNode;
  readonly problem: ReactNode;
}

export const useChanges = (): Changes => {
  const isProduction = useConsoleState()?.profile.environment === 'production';
  const readAgain = useReadAgain();
  const [request, setAsked] = useState<Change | null>(null);
  const [last, setLast] = useState<Change | null>(null);
  const action = useAction(async (_signal, change: Change) => {
    setLast(change);
    try {
      await change.run();
      // Another confirmation may be open by now.
      setAsked((now) => (now === change ? null : now));
    } finally {
      // Also without a response: it may have been done.
      void readAgain();
    }
  });
  const runInTurn = useInTurn(action);
  const { busy, error, forgetError } = action;
  const text = error && changeErrorText(error);
  return {
    make: (change) => {
      if (change.asks === 'on production' && !isProduction) return void runInTurn(change);
      forgetError();
      setAsked(change);
    },
    busy,
    dialog: request ? (
      <ConfirmDialog
        title={request.title}
        confirm={request.confirm}
        busy={busy}
        tag={isProduction ? <EnvironmentTag environment="production" /> : null}
        {...(request.tone ? { tone: request.tone } : undefined)}
        onConfirm={() => void runInTurn(request)}
        onClose={() => {
          setAsked(null);
          if (last === request) forgetError();
        }}
      >
        <p>{request.text}</p>
        <DialogProblem text={last === request ? text : null} />
      </ConfirmDialog>
    ) : null,
    problem:
      text === null || last === null || last === request ? null : (
        <Banner
          tone="danger"
          icon={CircleX}
          title={`${last.failed}.`}
          action={<IconButton label="Close" icon={X} size="small" variant="ghost" onPress={forgetError} />}
        >
          {text}
        </Banner>
      ),
  };
};
