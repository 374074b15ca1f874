import { Link } from '@tanstack/react-router';
import { Check, ClipboardList } from 'lucide-react';
import { attentionKinds, kindOfStatus } from '#shared/attention.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { stuckFor } from '#shared/stuck.ts';
import { Button } from '#ui/controls/controls.tsx';
import { looksLikeUuid } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { directionOf } from '#ui/values/text-direction.ts';
import { dateOf, fullText, useClock } from '#ui/values/times.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useFailedItems } from '../../../api/activity.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { Card } from '../../../components/card.tsx';
import {
  attentionReason,
  createdWords,
  partialReason,
  userText,
  sinceText,
} from '../../../components/migration/attention-words.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { StuckMark } from '../../../components/migration/status.tsx';
import { useCopyForTicket } from '../../../components/migration/use-copy-for-ticket.ts';
import { useHandled } from '../../../components/migration/use-handled.ts';
import { Filtered } from './company-cards.tsx';

interface LineProps {
  readonly id: string;
  readonly migration: ListedMigration;
  readonly failed: FailedItems | undefined;
}

const AttentionRow = ({ id, migration, failed }: LineProps) => {
  const now = useClock();
  const copyForTicket = useCopyForTicket();
  const { handle } = useHandled();
  const hours = useSettingsView()?.preferences.stuckHours;
  const { status } = migration;
  const { label, icon: Icon, tone } = statusStyleOf(status);
  const createdDate = dateOf(migration.created);
  const sinceMs = dateOf(migration.since)?.getTime() ?? null;
  const stuckMs = stuckFor(status, sinceMs, hours, now.getTime());
  const kind = stuckMs === null ? kindOfStatus(status) : 'stuck';
  const person = userText(migration.createdByUserId);
  const reasonText = failed ? partialReason(failed) : kind === null ? null : attentionReason(kind, status);
  const words = reasonText === null ? label : `${label}. ${reasonText}`;
  return (
    <li className="company-attention card-line row">
      <Link
        to="/migrations"
        search={{ view: 'all', company: [id], open: migration.id }}
        className="company-needing card-open grow muted"
      >
        <span className="company-needing-who gap-8 row text-main text-strong shrink">
          <Icon size={16} className={`tone-${tone}`} aria-hidden="true" />
          <bdi dir={directionOf(person)} className="truncate" {...tip(person, { whenCut: true })}>
            {person}
          </bdi>
          {stuckMs === null ? null : <StuckMark stuckMs={stuckMs} />}
        </span>
        <span className="company-needing-aside text-small truncate" {...tip(words, { whenCut: true })}>
          {words}
        </span>
        <span className="text-main number truncate" {...(createdDate ? tip(fullText(createdDate)) : undefined)}>
          {createdWords(createdDate, now)}
        </span>
        <span className="company-needing-aside text-small number truncate">{sinceText(migration, now)}</span>
      </Link>
      <span className="company-needing-actions card-actions">
        <Button variant="ghost" size="small" icon={ClipboardList} onPress={() => void copyForTicket([migration])}>
          Copy for ticket
        </Button>
        <Button variant="ghost" size="small" icon={Check} onPress={() => void handle([migration])}>
          Handled
        </Button>
      </span>
    </li>
  );
};

interface CompanyAttentionProps {
  readonly id: string;
  readonly count: number;
  readonly newest: readonly ListedMigration[];
  readonly handled: number;
}

export const CompanyAttention = ({ id, count, newest, handled }: CompanyAttentionProps) => {
  const partial = newest.filter(({ status }) => kindOfStatus(status) === 'partial');
  const failedById = useFailedItems(partial.map((each) => each.id).filter(looksLikeUuid));
  return (
    <Card
      title="Needs attention"
      note={
        handled === 0 ? undefined : (
          <Filtered id={id} attention={['handled']} className="card-more number">
            {`${countText(handled)} handled`}
          </Filtered>
        )
      }
    >
      {count === 0 ? <p className="card-none">No migrations of this company need attention.</p> : null}
      <ul>
        {newest.map((migration) => (
          <AttentionRow key={migration.id} id={id} migration={migration} failed={failedById.get(migration.id)} />
        ))}
      </ul>
      {count === 0 ? null : (
        <p className="card-foot hint number">
          {countText(newest.length)} of {countText(count)}
          <Filtered id={id} attention={attentionKinds} className="card-more">
            {count > newest.length ? `Show all ${countText(count)}` : 'Open as list'}
          </Filtered>
        </p>
      )}
    </Card>
  );
};
