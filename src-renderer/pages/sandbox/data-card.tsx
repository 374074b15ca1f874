import { useState } from 'react';
import { maxSeeded } from '#shared/service-control/sandbox-choices.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { useConsole } from '../../api/console-context.tsx';
import { useSandboxChange } from '../../api/sandbox-view.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { countText } from '#ui/values/number-text.ts';
import { TextField } from '#ui/controls/fields.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { readWholeNumber, SandboxCard } from './card-parts.tsx';

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
      onChange={(event) => setTypedPlan((before) => ({ ...before, [name]: event.target.value }))}
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
