import { Copy, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { GhostButton } from '#ui/controls/form.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { entriesText } from './entries-text.ts';
import { EventLog } from './event-log.tsx';
import { FlowRequests } from './flow-requests.tsx';
import { partId } from '../controls/lab-tabs.tsx';
import type { StampedLab } from '../../../api/modal-lab.ts';
import './event-panel.css';

export const EventPanel = ({ lab, onClear }: { readonly lab: StampedLab; readonly onClear: () => void }) => {
  const [pausedLab, setPausedLab] = useState<StampedLab | null>(null);
  const { entries, requests, view } = pausedLab ?? lab;
  const missedCount = lab.entries.length - entries.length;
  const isLive = view.guest === 'ready' && pausedLab === null;
  const foot = pausedLab ? `Paused, ${missedCount} more` : isLive ? 'Listening for events' : 'Lab page not connected';
  const flow = lab.view.flow?.number ?? 0;
  return (
    <section className="event-panel stack" id={partId('events')} aria-label="Flow log">
      <div className="stack fill">
        <header className="lab-head row rigid">
          <h2>
            Events <span className="lab-count number">{entries.length}</span>
          </h2>
          <GhostButton
            label={pausedLab ? 'Resume' : 'Pause'}
            icon={pausedLab ? Play : Pause}
            onPress={() => setPausedLab(pausedLab ? null : lab)}
          />
          <GhostButton
            label="Copy as JSON"
            icon={Copy}
            onPress={() => copyText(entriesText(entries), 'the events as JSON')}
          />
          <GhostButton label="Clear" icon={Trash2} onPress={onClear} />
        </header>
        <EventLog entries={entries} foot={foot} isLive={isLive} />
      </div>
      <FlowRequests requests={requests.filter((request) => request.flow === flow)} serviceURL={view.serviceURL} />
    </section>
  );
};
