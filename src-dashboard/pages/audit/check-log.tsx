import { CircleCheck, CircleStop, CircleX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { countText } from '#ui/values/number-text.ts';
import { call, sentenceOf } from '../../api/call.ts';
import { usePlace } from '../../api/session.ts';

type CheckResult = CallReply<'checkAudit'>;

/** Verifies the whole log on request. Every entry contains the hash of the previous entry. */
export const CheckLog = () => {
  const { organization } = usePlace();
  const [found, setFound] = useState<CheckResult | null>(null);
  const [inFlight, setInFlight] = useState<AbortController | null>(null);
  const check = async (): Promise<void> => {
    const stop = new AbortController();
    const { signal } = stop;
    setFound(null);
    setInFlight(stop);
    try {
      setFound(await call('checkAudit', { params: { organization: organization.id }, signal }));
    } catch (error) {
      if (!signal.aborted) showToast(sentenceOf(error), 'note');
    }
    setInFlight(null);
  };
  return (
    <div className="audit-check row">
      <Button
        size="small"
        icon={inFlight ? CircleStop : ShieldCheck}
        onPress={() => (inFlight ? inFlight.abort() : void check())}
      >
        {inFlight ? 'Stop' : 'Check the log'}
      </Button>
      <output data-state={found === null ? undefined : found.problem === null ? 'whole' : 'broken'}>
        {inFlight ? <span>Checking the log…</span> : null}
        {found === null && inFlight === null ? (
          <span className="audit-promise">Entries can't be changed or deleted.</span>
        ) : null}
        {found === null ? null : found.problem === null ? (
          <>
            <CircleCheck size={14} aria-hidden="true" />
            <span>All {countText(found.entries)} entries are unchanged.</span>
          </>
        ) : (
          <>
            <CircleX size={14} aria-hidden="true" />
            <span>{found.problem}</span>
          </>
        )}
      </output>
    </div>
  );
};
