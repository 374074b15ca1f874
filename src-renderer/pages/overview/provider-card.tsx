import type { Overview } from '#shared/console-contract/loaded-calls.ts';
import { ProviderTile } from '../../components/tiles/provider-tile.tsx';
import { countText } from '#ui/values/number-text.ts';
import { tip } from '#ui/tooltip/tip.ts';
import { Card } from '../../components/card.tsx';
import './provider-card.css';

type ProviderCount = Overview['byProvider'][number];

const maxLines = 7;

const nameOf = ({ provider }: ProviderCount): string => {
  if (provider === null) return 'No company';
  return provider === '' ? 'Unknown provider' : provider;
};

const linesOf = (byProvider: Overview['byProvider']): readonly ProviderCount[] => [
  ...byProvider.filter(({ provider }) => provider),
  ...byProvider.filter(({ provider }) => !provider),
];

export const ProviderCard = ({ byProvider }: { readonly byProvider: Overview['byProvider'] }) => {
  const lines = linesOf(byProvider);
  const max = Math.max(1, ...lines.map(({ count }) => count));
  const hiddenCount = lines.length - maxLines;
  return (
    <Card title="By provider" note="source of each company's data" className="overview-providers">
      {lines.length === 0 ? <p className="card-none">No migration has a company yet.</p> : null}
      <ul>
        {lines.slice(0, hiddenCount > 0 ? maxLines - 1 : maxLines).map((line) => (
          <li key={line.provider ?? 'none'} className="provider-line">
            {line.provider ? (
              <ProviderTile provider={line.provider} />
            ) : (
              <span className="provider-tile provider-none" aria-hidden="true">
                –
              </span>
            )}
            <bdi className="truncate" {...tip(nameOf(line), { whenCut: true })}>
              {nameOf(line)}
            </bdi>
            <strong className="number">{countText(line.count)}</strong>
            <svg className="provider-bar" viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
              <rect className="provider-bar-ground" width="100" height="5" />
              <rect
                className={`provider-bar-value forced-ink ${line.provider ? '' : 'none'}`}
                width={(line.count / max) * 100}
                height="5"
              />
            </svg>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? <p className="card-none">{countText(hiddenCount + 1)} more providers</p> : null}
    </Card>
  );
};
