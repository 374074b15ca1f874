import { andThen, fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { LabCommand } from '#shared/lab-messages.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { saveBytes } from '../exports/save-file.ts';
import type { Lab, LabTopics } from './lab.ts';
import { createLabs } from './labs.ts';
import { readRecording, recordLab } from './recording.ts';

export function createModalLabTopic(topic: BaseTopics & LabTopics) {
  const { ports, clock, profiles, events } = topic;
  const labs = createLabs(topic);
  events.listen(({ name, data }) => {
    if (name === 'sandbox:changed' && data.kind === 'control') {
      for (const lab of labs.all()) if (lab.input.profileId === data.profileId) lab.serviceTime(data.state.now);
    }
    if (name !== 'console:state-changed') return;
    const { id, baseURL, readOnly } = data.profile;
    labs.follow(id, profiles.binding(), baseURL, readOnly);
  });
  const labEnded = () => fail('not_found', clock.now(), { detail: 'This lab was closed. Start over.' });
  const withLab = async (labId: string, use: (lab: Lab) => void): Promise<Outcome<Record<string, never>>> => {
    const lab = labs.find(labId);
    if (!lab) return labEnded();
    use(lab);
    return succeed({});
  };
  const run = async (labId: string, how: 'start' | 'resume', command: LabCommand, confirmed: boolean) => {
    const permission = profiles.checkCreates(confirmed);
    if (!permission.ok) return permission;
    return withLab(labId, (lab) => {
      // Resuming a hidden modal doesn't start a flow.
      if (how === 'resume' && lab.view().flow?.isOpen) return lab.give({ do: 'show' });
      lab.start(how);
      lab.give(command);
    });
  };
  return {
    labs,
    handlers: {
      open: ({ labId }) =>
        andThen(profiles.service(), async (service) => succeed((await labs.open(labId, service)).snapshot())),
      start: ({ labId, userId, sourceProviders, confirmed }) =>
        run(labId, 'start', { do: 'start', userId, sourceProviders }, confirmed),
      resume: ({ labId }) => run(labId, 'resume', { do: 'resume' }, true),
      close: ({ labId }) => withLab(labId, (lab) => lab.give({ do: 'close' })),
      setTheme: ({ labId, theme }) => withLab(labId, (lab) => lab.give({ do: 'theme', theme })),
      clear: ({ labId }) => withLab(labId, (lab) => lab.clear()),
      end: async ({ labId }) => {
        await labs.end(labId);
        return succeed({});
      },
      save: async ({ labId }) => {
        const lab = labs.find(labId);
        if (!lab) return labEnded();
        const { fileName, text } = recordLab(lab, clock.now());
        return saveBytes(ports.saveFile, { fileName, format: 'json' }, Buffer.from(text), clock.now());
      },
      readRecording: async ({ text }) => readRecording(text, clock.now()),
    } satisfies ConsoleHandlers['modalLab'],
  };
}
