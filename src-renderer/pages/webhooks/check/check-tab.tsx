import { CircleCheck, Eye, EyeOff, ShieldQuestionMark } from 'lucide-react';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AppError } from '#shared/app-error.ts';
import { describeAppError } from '#shared/app-error-text.ts';
import type { SignatureResult } from '#shared/console-contract/signature-check.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/fields.tsx';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { countText } from '#ui/values/number-text.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import type { PastedMessage } from './pasted.ts';
import { Verdict } from './verdict.tsx';
import './check-tab.css';

const emptyMessage: PastedMessage = { headers: '', body: '', secret: '', otherSecret: '', receivedAt: '' };

/** Parses a date or seconds since 1970. Null if invalid. */
const readTime = (text: string): string | null => {
  const trimmed = text.trim();
  const at = /^\d{9,11}(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) * 1000 : Date.parse(trimmed);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};

interface AreaProps {
  readonly label: string;
  readonly note: string;
  readonly value: string;
  readonly placeholder: string;
  readonly rows: 'few' | 'many';
  readonly onChange: (value: string) => void;
}

const Area = ({ label, note, value, placeholder, rows, onChange }: AreaProps) => {
  const id = useId();
  return (
    <div className={`signature-area stack signature-area-${rows}`}>
      <div className="text-field-head">
        <label htmlFor={id}>{label}</label>
        <span className="note number">{note}</span>
      </div>
      <textarea
        id={id}
        className="field mono"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
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
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="signature-eye" {...showHandlers}>
        <IconButton
          label={`Show: ${label}`}
          icon={isShown ? EyeOff : Eye}
          size="small"
          variant="ghost"
          onPress={() => setShown(false)}
        />
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
  /** Initial content, such as a delivery attempt from the listener. Null to start empty. */
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

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (obstacle === null) check();
  };
  return (
    <div className="signature-tab fill">
      {actionsPlace
        ? createPortal(
            <Button
              disabledBecause={isEmpty ? 'Nothing pasted' : null}
              onPress={() => {
                setPasted(emptyMessage);
                clear();
              }}
            >
              Clear
            </Button>,
            actionsPlace,
          )
        : null}
      <form className="signature-form stack" onSubmit={submit} aria-label="Received data">
        <Area
          label="Headers"
          note="as your receiver got them, in any format"
          rows="few"
          value={pasted.headers}
          placeholder={'webhook-id: evt_…\nwebhook-timestamp: 1795181376\nwebhook-signature: v1,…'}
          onChange={(headers) => change({ headers })}
        />
        <Area
          label="Body"
          note={pasted.body === '' ? '' : `${countText(new TextEncoder().encode(pasted.body).length)} bytes, UTF-8`}
          rows="many"
          value={pasted.body}
          placeholder={'{"type":"migration.status_updated",…'}
          onChange={(body) => change({ body })}
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
          autoComplete="off"
          onChange={(event) => change({ receivedAt: event.target.value })}
        />
        <div className="signature-send row">
          <Button variant="primary" type="submit" icon={CircleCheck} disabledBecause={obstacle}>
            Check
          </Button>
          <span className="note">
            {busy ? 'Checking common causes' : isRequested && !isTimeWrong ? 'Checked after each change' : ''}
          </span>
        </div>
      </form>
      <section ref={answer} className="signature-result stack" aria-label="Result" aria-busy={busy}>
        {error ? (
          <p className="text-danger" role="alert">
            {describeAppError(error).title}. {describeAppError(error).text}
          </p>
        ) : null}
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
