import { useState } from 'react';
import { useConsole } from '../../api/console-context.tsx';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { useServiceTime } from '../../components/service-time.ts';
import { Button } from '#ui/controls/button.tsx';
import { spanText } from '../../components/sandbox-words.ts';
import { Form } from '#ui/controls/form.tsx';
import { fullText } from '#ui/values/time-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { ChoiceField, CountField, readWholeNumber, SandboxCard } from './card-parts.tsx';

const units = [
  ['1', 'seconds'],
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
type Unit = (typeof units)[number][0];

const maxSeconds = 316_224_000;

interface ClockCardProps {
  readonly now: string;
  readonly offsetMs: number;
}

export const ClockCard = ({ now, offsetMs }: ClockCardProps) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const time = useServiceTime(now);
  const [typedText, setTypedText] = useState('');
  const [unit, setUnit] = useState<Unit>('60');
  const ownTime = readWholeNumber(typedText, 'The time', 1, Math.floor(maxSeconds / Number(unit)));
  const advance = useAction(async (signal, seconds: number) => {
    await show(api.sandbox.advanceClock({ seconds }, { signal }), 'data');
    showToast(`The clock moved ${spanText(seconds * 1000)} forward`, 'done');
  });
  const resetClock = useAction((signal) => show(api.sandbox.putClockBack({}, { signal }), 'data'));
  const expire = useAction(async (signal) => {
    await show(api.sandbox.expireTokens({}, { signal }), 'data');
    showToast('Every token and unfinished sign-in expired', 'done');
  });
  return (
    <SandboxCard
      title="Clock"
      note={offsetMs > 0 ? `${spanText(offsetMs)} ahead` : 'Same as this device'}
      error={advance.error ?? resetClock.error ?? expire.error}
    >
      <p className="service-time number">
        <time dateTime={time.toISOString()}>{fullText(time)}</time>
      </p>
      <div className="sandbox-row">
        <Button busy={advance.busy} onPress={() => void advance.run(61)}>
          +61 s
        </Button>
        <Button onPress={() => void advance.run(3_600)}>+1 h</Button>
        {offsetMs > 0 ? (
          <Button variant="ghost" onPress={() => void resetClock.run()}>
            Reset clock
          </Button>
        ) : null}
      </div>
      <Form
        className="sandbox-row"
        onSubmit={() => {
          if (ownTime.value !== null) void advance.run(ownTime.value * Number(unit));
        }}
      >
        <CountField label="Advance by" value={typedText} problem={ownTime.problem} onText={setTypedText} />
        <ChoiceField label="Unit" value={unit} options={units} onChange={setUnit} />
        <Button type="submit" disabledBecause={ownTime.value === null ? 'Enter a time first' : null}>
          Advance
        </Button>
      </Form>
      <p className="sandbox-help note">
        A link token expires after 60 s, an access token after 1 h. Resetting the clock expires every token.
      </p>
      <div className="sandbox-row">
        <Button busy={expire.busy} onPress={() => void expire.run()}>
          Expire all tokens
        </Button>
      </div>
    </SandboxCard>
  );
};
