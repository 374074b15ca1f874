import { useState } from 'react';
import { maxSeeded } from '#shared/service-control/sandbox-choices.ts';
import type { SandboxControl } from '#shared/console-contract/sandbox-calls.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { useConsole } from '../../api/console-api.ts';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countText } from '#ui/values/number-text.ts';
import { showToast } from '#ui/messages/toast.tsx';
import { CountField, readWholeNumber, SandboxCard } from './card-parts.tsx';
import { clockAhead, useServiceNow } from '#ui/webhooks/service-clock.ts';
import { spanText } from '../../components/sandbox-words.ts';
import { ChoiceField, Form } from '#ui/controls/form.tsx';
import { fullText } from '#ui/values/times.tsx';

const units = [
  ['1', 'seconds'],
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
type Unit = (typeof units)[number][0];

const maxSeconds = 316_224_000;

export const ClockCard = ({ state: { now, offset_ms: offsetMs }, readAt }: SandboxControl) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const time = useServiceNow(clockAhead(now, Date.parse(readAt)), 500);
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
        Advancing 61 s expires unused link tokens. Advancing 1 h also expires access tokens. Resetting the clock expires
        every token.
      </p>
      <div className="sandbox-row">
        <Button busy={expire.busy} onPress={() => void expire.run()}>
          Expire all tokens
        </Button>
      </div>
    </SandboxCard>
  );
};

const planText = ({ seed, migrations, companies }: NonNullable<ControlState['seed']>): string =>
  `seed ${seed}, ${countText(migrations)} migrations, ${countText(companies)} companies`;

export const DataCard = ({ seed }: { readonly seed: ControlState['seed'] }) => {
  const { api } = useConsole();
  const show = useSandboxChange();
  const last = seed ?? { seed: 1, migrations: 250, companies: 40 };
  const [typedPlan, setTypedPlan] = useState({ seed: '', migrations: '', companies: '' });
  const [isAsking, setAsking] = useState(false);
  const readNumbers = {
    seed: readWholeNumber(typedPlan.seed, 'The seed', 0, 4_294_967_295),
    migrations: readWholeNumber(typedPlan.migrations, 'The number of migrations', 0, maxSeeded.migrations),
    companies: readWholeNumber(typedPlan.companies, 'The number of companies', 0, maxSeeded.companies),
  };
  const newPlan = {
    seed: readNumbers.seed.value ?? last.seed,
    migrations: readNumbers.migrations.value ?? last.migrations,
    companies: readNumbers.companies.value ?? last.companies,
  };
  const problem = readNumbers.seed.problem ?? readNumbers.migrations.problem ?? readNumbers.companies.problem;
  const reset = useAction(async (signal) => {
    await show(api.sandbox.reset(newPlan, { signal }), 'data');
    showToast(`Data reset: ${planText(newPlan)}`, 'done');
  });
  const field = (name: keyof typeof typedPlan, label: string) => (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder={String(last[name])}
      value={typedPlan[name]}
      problem={readNumbers[name].problem}
      onText={(text) => setTypedPlan((before) => ({ ...before, [name]: text }))}
    />
  );
  return (
    <SandboxCard title="Data" note={seed ? `Seed ${seed.seed}` : undefined} error={reset.error}>
      <div className="seed-fields">
        {field('seed', 'Seed')}
        {field('migrations', 'Migrations')}
        {field('companies', 'Companies')}
      </div>
      <p className="sandbox-help note">The same seed and counts always create the same rows.</p>
      <div className="sandbox-row">
        <Button
          variant="remove"
          busy={reset.busy}
          disabledBecause={problem ?? (reset.busy ? 'In progress' : null)}
          onPress={() => setAsking(true)}
        >
          Reset data
        </Button>
        <output className="sandbox-help note">
          {reset.busy ? 'Creating data. 100,000 rows take a few seconds.' : ''}
        </output>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Reset the data?"
          confirm="Reset"
          tone="danger"
          onConfirm={() => void reset.run()}
          onClose={() => setAsking(false)}
        >
          <p>
            The Sandbox deletes all migrations, companies and tokens, and creates {planText(newPlan)}. Faults, scenario
            and clock are reset. API keys stay.
          </p>
          <p>This can't be undone. Resetting to {planText(last)} restores the initial rows, but not later changes.</p>
        </ConfirmDialog>
      ) : null}
    </SandboxCard>
  );
};
