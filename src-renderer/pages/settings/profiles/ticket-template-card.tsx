import { useState } from 'react';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import {
  findTemplateProblem,
  formats,
  maxTemplateLength,
  type TicketFormat,
  ticketFormats,
  ticketPlaceholders,
  type TicketTemplate,
} from '#shared/ticket-template.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Form, TextArea } from '#ui/controls/form.tsx';
import { Segments } from '#ui/controls/segments.tsx';
import { showToast } from '#ui/messages/toast.tsx';
import { countText } from '#ui/values/number-text.ts';
import { useConsole, useRead } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useAction } from '../../../api/use-action.ts';
import { ErrorLine } from '../../../components/messages/error-line.tsx';
import { ticketOf } from '../../../components/migration/ticket.ts';
import { readTicketFacts } from '../../../components/migration/use-copy-for-ticket.ts';

const choices = [
  { value: 'default', label: 'Default' } as const,
  ...ticketFormats.map((value) => ({ value, label: formats[value].label })),
];

/** Shows the ticket of a real migration, a failed one if possible. */
const Preview = ({ profileId, template }: { readonly profileId: string; readonly template: TicketTemplate | null }) => {
  const isActive = useConsoleState()?.profile.id === profileId;
  const { data, isLoading } = useRead(
    ['ticket-preview', profileId],
    async (api, options) => {
      const { rows } = await api.migrations.list({ page: 1, pageSize: 25 }, options);
      const migrations = rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
      const migration = migrations.find(({ status }) => status === 'FAILED') ?? migrations[0];
      return migration ? { migration, facts: await readTicketFacts(api, [migration]) } : null;
    },
    { enabled: isActive, retry: false },
  );
  if (!data) {
    const words = isActive
      ? 'The preview needs a migration of this profile.'
      : 'To see a preview, switch to this profile.';
    return <p className="settings-note note">{isLoading ? 'Loading a migration for the preview' : words}</p>;
  }
  const { text, html } = ticketOf([data.migration], data.facts, template);
  return (
    <section aria-label="Preview">
      <pre className="template-preview outlined mono">{template?.format === 'html' ? html : text}</pre>
    </section>
  );
};

/** Edits what "Copy for ticket" copies in a profile. */
export const TicketTemplateCard = ({ profile }: { readonly profile: ProfileView }) => {
  const { api } = useConsole();
  const saved = profile.ticketTemplate;
  const [template, setTemplate] = useState(saved);
  const problem = template && findTemplateProblem(template);
  const { run, busy, error } = useAction(async () => {
    await api.profiles.edit({ id: profile.id, changes: { ticketTemplate: template } });
    showToast('Saved', 'done');
  });
  const choose = (format: TicketFormat | 'default'): void => {
    if (format === 'default') return setTemplate(null);
    const isEdited = template !== null && template.text !== formats[template.format].defaultText;
    return setTemplate({ format, text: isEdited ? template.text : formats[format].defaultText });
  };
  const isDirty = template?.format !== saved?.format || template?.text !== saved?.text;
  return (
    <Form className="template-form" aria-labelledby="template-title" onSubmit={() => void (problem ? null : run())}>
      <h2 id="template-title">Ticket text</h2>
      <p className="settings-help note">
        “Copy for ticket” copies this text for each migration. Other people get the template when they import this
        profile.
      </p>
      <Segments label="Format" segments={choices} value={template?.format ?? 'default'} onChange={choose} />
      {template ? (
        <>
          <TextArea
            className="text-field"
            label="Template"
            labelNote={`${countText(template.text.length)} of ${countText(maxTemplateLength)} characters`}
            maxLength={maxTemplateLength}
            rows={8}
            value={template.text}
            problem={problem}
            onText={(text) => setTemplate({ ...template, text })}
          />
          <p className="settings-note note">
            Placeholders: <span className="mono">{ticketPlaceholders.map((name) => `{{${name}}}`).join(' ')}</span>. A
            line is left out if none of its placeholders has a value.
          </p>
        </>
      ) : null}
      {problem ? null : <Preview profileId={profile.id} template={template} />}
      <ErrorLine className="text-danger" error={error} />
      {isDirty ? (
        <div className="settings-actions row">
          <Button
            type="submit"
            variant="primary"
            disabledBecause={problem ? 'Correct the template first' : busy ? 'Saving' : null}
          >
            Save template
          </Button>
          <Button onPress={() => setTemplate(saved)}>Discard</Button>
        </div>
      ) : null}
    </Form>
  );
};
