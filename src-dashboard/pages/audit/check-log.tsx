import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { countText } from '#ui/values/number-text.ts';
import { call, sentenceOf } from '../../api/call.ts';
import { usePlace } from '../../api/session.ts';

type Checked = CallReply<'checkAudit'>;

/** Reads the whole log through when somebody asks: every entry carries the hash of the one before. */
export const CheckLog = () => {
  const { organization } = usePlace();
  const [checked, setChecked] = useState<Checked | 'under way' | null>(null);
  const check = async (): Promise<void> => {
    setChecked('under way');
    try {
      setChecked(await call('checkAudit', { params: { organization: organization.id } }));
    } catch (error) {
      setChecked(null);
      showToast(sentenceOf(error), 'note');
    }
  };
  const isUnderWay = checked === 'under way';
  const found = isUnderWay ? null : checked;
  return (
    <div className="audit-check">
      <Button
        size="small"
        icon={ShieldCheck}
        disabledBecause={isUnderWay ? 'The log is being read' : null}
        onPress={() => void check()}
      >
        Check the log
      </Button>
      <output data-state={found === null ? undefined : found.problem === null ? 'whole' : 'broken'}>
        {found === null ? <span className="audit-promise">Nobody changes or removes entries here.</span> : null}
        {found === null ? null : found.problem === null ? (
          <>
            <CircleCheck size={14} aria-hidden="true" />
            <span>All {countText(found.entries)} entries of this service are as they were written.</span>
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
