import { Link } from '@tanstack/react-router';
import { Check, ClipboardList, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { attentionKinds } from '#shared/attention.ts';
import { attentionNames } from '#shared/attention-names.ts';
import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import type { FailedItems } from '#shared/console-contract/reports-calls.ts';
import { Button } from '#ui/controls/controls.tsx';
import { Segments, type Segment } from '#ui/controls/segments.tsx';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { countText } from '#ui/values/number-text.ts';
import { dateOf, fullText, useClock } from '#ui/values/times.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { causeMessage, useFailedItems, useSummaries } from '../../api/activity.ts';
import { statusStyleOf } from '#ui/status/status-style.ts';
import { StuckMark } from '../../components/migration/status.tsx';

import { useWatch } from '../../components/migration/use-watch.ts';
import { useCopyForTicket } from '../../components/migration/use-copy-for-ticket.ts';
import { useHandled } from '../../components/migration/use-handled.ts';
import {
  attentionReason,
  createdWords,
  partialReason,
  userText,
  sinceText,
} from '../../components/migration/attention-words.ts';
import {
  type AttentionLine,
  attentionLines,
  attentionTotal,
  type CardKind,
  addChangedMigrations,
} from './attention-lines.ts';
import { Card } from '../../components/card.tsx';
import { directionOf } from '#ui/values/text-direction.ts';

interface LineProps extends AttentionLine {
  readonly failed: FailedItems | undefined;
  readonly cause: string | undefined;
}

const Line = ({ kind, migration, failed, cause }: LineProps) => {
  const now = useClock();
  const { id, status, companyId, companyName, createdByUserId, since } = migration;
  const { label, icon: Icon, tone } = statusStyleOf(status);
  const copyForTicket = useCopyForTicket();
  const { isWatched, toggle } = useWatch();
  const { handle } = useHandled();
  const createdDate = dateOf(migration.created);
  const sinceDate = dateOf(since);
  const reason = failed ? partialReason(failed) : (cause ?? attentionReason(kind, status));
  const company = companyName ?? (companyId === null ? 'No company yet' : shortIdText(companyId));
  return (
    <li className="attention-line card-line row">
      <Link
        to="/migrations"
        search={{ open: id }}
        className="attention-open card-open grow muted"
        aria-label={`${label}, ${company}`}
      >
        <span className="attention-status gap-8 row text-main shrink">
          <Icon size={16} className={`tone-${tone}`} aria-hidden="true" />
          <span className="truncate">{label}</span>
          {kind === 'stuck' && sinceDate ? <StuckMark stuckMs={now.getTime() - sinceDate.getTime()} /> : null}
        </span>
        <span className="attention-reason" {...tip(reason, { whenCut: true })}>
          {reason}
        </span>
        <bdi className="attention-company text-main text-strong truncate" {...tip(company, { whenCut: true })}>
          {company}
        </bdi>
        <bdi dir={directionOf(createdByUserId)} className="attention-person truncate">
          {userText(createdByUserId)}
        </bdi>
        <span
          className="attention-created text-main number"
          {...(createdDate ? tip(fullText(createdDate)) : undefined)}
        >
          {createdWords(createdDate, now)}
        </span>
        <span className="attention-observed number">{sinceText(migration, now)}</span>
      </Link>
      <span className="attention-actions card-actions">
        <Button variant="ghost" size="small" icon={isWatched(id) ? EyeOff : Eye} onPress={() => toggle(id)}>
          {isWatched(id) ? 'Watched' : 'Watch'}
        </Button>
        <Button variant="ghost" size="small" icon={ClipboardList} onPress={() => void copyForTicket([migration])}>
          Copy for ticket
        </Button>
        <Button variant="ghost" size="small" icon={Check} onPress={() => void handle([{ id, status }])}>
          Handled
        </Button>
      </span>
    </li>
  );
};

export const AttentionCard = ({ overview }: { readonly overview: Overview }) => {
  const { attention, rows, total, source } = overview;
  const [chosenKind, setChosenKind] = useState<CardKind | 'all'>('all');
  const changedItems = useFailedItems(attention.complete.map(({ id }) => id).filter(looksLikeUuid));
  const shownAttention = addChangedMigrations(attention, new Set(changedItems.keys()));
  const totalCount = attentionTotal(shownAttention.counts);
  const count = chosenKind === 'all' ? totalCount : shownAttention.counts[chosenKind];
  const lines = attentionLines(shownAttention.lines, chosenKind);
  const partialIds = lines.filter(({ kind }) => kind === 'partial').map(({ migration }) => migration.id);
  const failedById = useFailedItems(partialIds.filter(looksLikeUuid));
  const summaries = useSummaries(lines.map(({ migration }) => migration.id).filter(looksLikeUuid));
  const segments: readonly Segment<CardKind | 'all'>[] = [
    { value: 'all', label: 'All', count: countText(totalCount) },
    ...attentionKinds.map((kind) => ({
      value: kind,
      label: attentionNames[kind],
      count: countText(attention.counts[kind]),
    })),
    ...(shownAttention.counts.changed === 0 && chosenKind !== 'changed'
      ? []
      : [
          {
            value: 'changed',
            label: 'Complete with changes',
            count: countText(shownAttention.counts.changed),
          } as const,
        ]),
  ];
  const listedKinds = chosenKind === 'all' ? attentionKinds : chosenKind === 'changed' ? null : [chosenKind];
  const asList = listedKinds && ({ attention: listedKinds, view: 'all' } as const);
  const rowsText =
    source === 'loaded' && rows === total ? `all ${countText(rows)} migrations` : `${countText(rows)} migrations`;
  return (
    <Card
      title="Needs attention"
      about="Stuck first, then newest"
      className="overview-attention"
      note={
        <>
          {attention.handled === 0 ? null : (
            <Link to="/migrations" search={{ attention: ['handled'], view: 'all' }} className="card-more number">
              Handled {countText(attention.handled)}
            </Link>
          )}
          {asList ? (
            <Link to="/migrations" search={asList} className="card-more">
              Open as list
            </Link>
          ) : null}
        </>
      }
    >
      <div className="attention-kinds">
        <Segments label="Reason" segments={segments} value={chosenKind} onChange={setChosenKind} />
      </div>
      {lines.length === 0 ? (
        <p className="card-none number">
          {chosenKind === 'all' ? 'No migrations need attention.' : `No migrations in this category need attention.`}{' '}
          The console checked {rowsText}.
        </p>
      ) : (
        <ul>
          {lines.map(({ kind, migration }) => (
            <Line
              key={migration.id}
              kind={kind}
              migration={migration}
              cause={causeMessage(summaries.get(migration.id), migration.status)}
              failed={(kind === 'changed' ? changedItems : failedById).get(migration.id)}
            />
          ))}
        </ul>
      )}
      <p className="card-foot hint number">
        {countText(lines.length)} of {countText(count)}
        {source === 'loaded' ? '' : `, from the newest ${countText(rows)} migrations`}.{' '}
        {shownAttention.counts.changed === 0
          ? ''
          : `The console checked the newest ${countText(attention.complete.length)} complete migrations for changed items. `}
        Handled migrations are hidden until their status changes.
        {asList && count > lines.length ? (
          <Link to="/migrations" search={asList} className="card-more">
            Show all {source === 'loaded' ? countText(count) : ''}
          </Link>
        ) : null}
      </p>
    </Card>
  );
};
