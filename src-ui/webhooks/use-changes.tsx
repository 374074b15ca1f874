import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { CloseButton } from '../controls/controls.tsx';
import { ConfirmDialog, DialogProblem } from '../dialogs/dialogs.tsx';
import { Banner } from '../messages/messages.tsx';
import { useAction, useInTurn } from '../state/use-action.ts';
import { useWebhooksPort } from './webhooks-port.ts';

interface Change {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  /** Whether to ask for confirmation always, or only if the host confirms every change. */
  readonly asks: 'always' | 'in production';
  readonly tone?: 'primary' | 'danger';
  readonly failed: string;
  readonly run: () => Promise<void>;
}

export const useChanges = () => {
  const { confirmsChanges, tag, readAgain, faultOf } = useWebhooksPort();
  const [request, setRequest] = useState<Change | null>(null);
  const [last, setLast] = useState<Change | null>(null);
  const action = useAction(async (_signal, change: Change) => {
    setLast(change);
    try {
      await change.run();
      // Keeps the request of another dialog, which may already be open.
      setRequest((now) => (now === change ? null : now));
    } finally {
      // Also refetches after a failure, because the service may have made the change.
      void readAgain();
    }
  }, faultOf);
  const runInTurn = useInTurn(action);
  const { busy, error, forgetError } = action;
  const text = error && error.text;
  return {
    make: (change: Change) => {
      if (change.asks === 'in production' && !confirmsChanges) return void runInTurn(change);
      forgetError();
      setRequest(change);
    },
    busy,
    dialog: request ? (
      <ConfirmDialog
        title={request.title}
        confirm={request.confirm}
        busy={busy}
        tag={tag}
        {...(request.tone ? { tone: request.tone } : undefined)}
        onConfirm={() => void runInTurn(request)}
        onClose={() => {
          setRequest(null);
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
          action={<CloseButton label="Close" onPress={forgetError} />}
        >
          {text}
        </Banner>
      ),
  };
};
