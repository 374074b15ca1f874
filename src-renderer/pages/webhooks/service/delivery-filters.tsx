import { Activity, Fingerprint, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { EndpointView } from '#shared/console-contract/webhooks-calls.ts';
import { Button, TextField } from '#ui/controls/controls.tsx';
import { Form } from '#ui/controls/form.tsx';
import { ChoicePopover } from '#ui/menu/open-popover.tsx';
import { shortIdText } from '#ui/values/ids.tsx';
import type { ChipFilter, ChoicePlace } from '#ui/filters/filter-chip.tsx';
import type { DeliveryFilter } from './webhooks-search.ts';
import { deliveryStyles } from '#ui/webhooks/delivery-words.tsx';
import { addressText } from '#ui/webhooks/endpoint-words.ts';
import { oneOf } from '#ui/filters/one-of.tsx';

interface MigrationChoiceProps {
  readonly migration: string;
  readonly place: ChoicePlace;
  readonly onChoose: (migration: string | null) => void;
}

const MigrationChoice = ({ migration, place: { trigger, onClose }, onChoose }: MigrationChoiceProps) => {
  const [text, setText] = useState(migration);
  const submit = (): void => {
    onChoose(text.trim() || null);
    onClose();
  };
  return (
    <ChoicePopover className="delivery-migration-choice" label="Migration" trigger={trigger} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Migration ID"
          mono
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened this popover
          autoFocus
          value={text}
          maxLength={100}
          onText={setText}
        />
        <Button size="small" type="submit">
          Show deliveries
        </Button>
      </Form>
    </ChoicePopover>
  );
};

const isState = (id: string | null): id is keyof typeof deliveryStyles =>
  id !== null && Object.hasOwn(deliveryStyles, id);

export const deliveryFilters = (
  filter: DeliveryFilter,
  endpoints: readonly EndpointView[],
  onFilter: (next: DeliveryFilter) => void,
): readonly ChipFilter[] => {
  const set = (next: Partial<DeliveryFilter>): void => onFilter({ ...filter, ...next });
  return [
    oneOf({
      filter: { icon: Webhook, name: 'Endpoint' },
      head: endpoints.length === 0 ? 'No endpoints yet' : undefined,
      lines: endpoints.map(({ id, url }) => ({ id, label: addressText(url), mono: true })),
      chosen: filter.endpoint,
      nameOf: shortIdText,
      onChoose: (endpoint) => set({ endpoint }),
    }),
    oneOf({
      filter: { icon: Activity, name: 'State' },
      lines: Object.entries(deliveryStyles).map(([id, { word, icon, tone }]) => ({ id, label: word, icon, tone })),
      chosen: filter.state,
      onChoose: (id) => set({ state: isState(id) ? id : null }),
    }),
    {
      icon: Fingerprint,
      name: 'Migration',
      choice: filter.migration && shortIdText(filter.migration),
      opens: 'dialog',
      onClear: () => set({ migration: null }),
      renderChoice: (place) => (
        <MigrationChoice
          migration={filter.migration ?? ''}
          place={place}
          onChoose={(migration) => set({ migration })}
        />
      ),
    },
  ];
};
