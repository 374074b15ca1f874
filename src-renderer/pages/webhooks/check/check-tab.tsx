import { HeadActions } from '#ui/page/head-actions.tsx';
import { CircleCheck, Eye, EyeOff, ShieldQuestionMark } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '#shared/app-error.ts';
import type { SignatureResult } from '#shared/console-contract/signature-check.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { GhostButton, Form, TextArea } from '#ui/controls/form.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf, useConsole } from '../../../api/console-api.ts';
import { ErrorLine } from '../../../components/messages/error-line.tsx';
import { Verdict } from './verdict.tsx';
import '../../../components/two-panes.css';
import './check-tab.css';

export interface PastedMessage {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
  readonly otherSecret: string;
  readonly receivedAt: string;
}

const emptyMessage: PastedMessage = { headers: '', body: '', secret: '', otherSecret: '', receivedAt: '' };

const readTime = (text: string): string | null => {
  const trimmed = text.trim();
  const at = /^\d{9,11}(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const SecretField = ({ label, value, onChange }: SecretFieldProps) => {
  const [isShown, setShown] = useState(false);
  const showHandlers = {
    onPointerDown: () => setShown(true),
    onPointerUp: () => setShown(false),
    onPointerLeave: () => setShown(false),
  };
  return (
    <div className="signature-secret">
      <TextField
        label={label}
        mono
        type={isShown ? 'text' : 'password'}
        value={value}
        placeholder="whsec_…"
        onText={onChange}
      />
      <span className="signature-eye" {...showHandlers}>
        <GhostButton label={`Show: ${label}`} icon={isShown ? EyeOff : Eye} onPress={() => setShown(false)} />
      </span>
    </div>
  );
};

const hasWrongTime = ({ receivedAt }: PastedMessage): boolean =>
  receivedAt.trim() !== '' && readTime(receivedAt) === null;

interface CheckRequest {
  readonly pasted: PastedMessage;
}
interface Answer {
  readonly request: CheckRequest;
  readonly result: SignatureResult | null;
  readonly error: AppError | null;
}

/** Checks after a click, and then after every change. Ignores outdated results. */
function useCheck(pasted: PastedMessage, start: CheckRequest | null) {
  const { api } = useConsole();
  const [request, setAsked] = useState(start);
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    if (request === null) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const { receivedAt, ...rest } = request.pasted;
    const settle = (part: Partial<Answer>): void => {
      if (!signal.aborted) setAnswer({ request, result: null, error: null, ...part });
    };
    api.webhooks.checkSignature({ ...rest, receivedAt: readTime(receivedAt) }, { signal }).then(
      (result) => settle({ result }),
      (thrown: unknown) => settle({ error: appErrorOf(thrown) }),
    );
    return () => controller.abort();
  }, [api, request]);

  useEffect(() => {
    if (request === null || request.pasted === pasted || hasWrongTime(pasted)) return undefined;
    const timer = setTimeout(() => setAsked({ pasted }), 300);
    return () => clearTimeout(timer);
  }, [request, pasted]);

  return {
    check: () => setAsked({ pasted }),
    clear: () => {
      setAsked(null);
      setAnswer(null);
    },
    busy: request !== null && answer?.request !== request,
    isRequested: request !== null,
    result: answer?.result ?? null,
    error: answer?.error ?? null,
  };
}

interface CheckTabProps {
  readonly actionsPlace: HTMLElement | null;
  readonly message: Omit<PastedMessage, 'otherSecret'> | null;
}

export const CheckTab = ({ actionsPlace, message }: CheckTabProps) => {
  const [start] = useState(() => (message ? { pasted: { ...emptyMessage, ...message } } : null));
  const [pasted, setPasted] = useState(start?.pasted ?? emptyMessage);
  const { check, clear, busy, isRequested, result, error } = useCheck(pasted, start);
  const isEmpty = pasted === emptyMessage;
  const change = (part: Partial<PastedMessage>): void => setPasted((before) => ({ ...before, ...part }));
  const isTimeWrong = hasWrongTime(pasted);
  const obstacle = pasted.headers.trim() === '' ? 'Paste the headers first' : null;

  const isAnswered = result !== null;
  // In narrow windows, the result is below the input, so scroll to the result.
  const answer = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isAnswered) answer.current?.scrollIntoView({ block: 'start' });
  }, [isAnswered]);

  const submit = (): void => {
    if (obstacle === null) check();
  };
  return (
    <div className="two-panes fill">
      <HeadActions place={actionsPlace}>
        <Button
          disabledBecause={isEmpty ? 'Nothing pasted' : null}
          onPress={() => {
            setPasted(emptyMessage);
            clear();
          }}
        >
          Clear
        </Button>
      </HeadActions>
      <Form className="signature-form two-panes-side gap-12 shrink stack" onSubmit={submit} aria-label="Received data">
        <TextArea
          className="signature-area signature-area-few"
          label="Headers"
          labelNote="as your receiver got them, in any format"
          value={pasted.headers}
          placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1795181376\nwebhook-signature: v1,…'}
          onText={(headers) => change({ headers })}
        />
        <TextArea
          className="signature-area signature-area-many"
          label="Body"
          labelNote={
            pasted.body === '' ? '' : `${countText(new TextEncoder().encode(pasted.body).length)} bytes, UTF-8`
          }
          value={pasted.body}
          placeholder={'{"type":"migration.status_updated",…'}
          onText={(body) => change({ body })}
        />
        <div className="signature-row">
          <SecretField label="Secret" value={pasted.secret} onChange={(secret) => change({ secret })} />
          <SecretField
            label="Other secret (optional)"
            value={pasted.otherSecret}
            onChange={(otherSecret) => change({ otherSecret })}
          />
        </div>
        <p className="note">Secrets stay in this window. The console doesn't store, log or send them.</p>
        <TextField
          label="Received at"
          labelNote="if empty, the current time"
          mono
          value={pasted.receivedAt}
          placeholder="2026-11-20T13:29:36Z"
          problem={
            isTimeWrong ? 'Invalid time. Enter a time such as 2026-11-20T13:29:36Z, or seconds since 1970.' : null
          }
          onText={(receivedAt) => change({ receivedAt })}
        />
        <div className="gap-10 row">
          <Button variant="primary" type="submit" icon={CircleCheck} disabledBecause={obstacle}>
            Check
          </Button>
          <span className="note">
            {busy ? 'Checking common causes' : isRequested && !isTimeWrong ? 'Checked after each change' : ''}
          </span>
        </div>
      </Form>
      <section ref={answer} className="signature-result two-panes-main stack" aria-label="Result" aria-busy={busy}>
        <ErrorLine className="text-danger" error={error} hasDetail={false} />
        {result ? (
          <Verdict result={result} />
        ) : (
          <MessageBlock icon={ShieldQuestionMark} title="Why was a webhook refused?">
            Paste a webhook's headers, body and secret. We'll verify the signature and check 11 common causes.
          </MessageBlock>
        )}
      </section>
    </div>
  );
};
