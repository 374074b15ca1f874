import { Hourglass } from 'lucide-react';
import { keyAgeDays } from '#shared/key-age-days.ts';
import { countedText } from '#ui/values/number-text.ts';

const dayMs = 86_400_000;
const width = 84;
const share = (days: number): number => Math.round(Math.min(1, days / keyAgeDays.advised) * width);

export const daysOld = (created: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(created)) / dayMs));

export const ageTone = (days: number): 'good' | 'soon' | 'over' => {
  if (days >= keyAgeDays.advised) return 'over';
  return days >= keyAgeDays.soon ? 'soon' : 'good';
};

const soonMs = 14 * dayMs;

export const expiresSoon = ({ expires }: { readonly expires: string | null }, now: Date): boolean =>
  expires !== null && Date.parse(expires) - now.getTime() < soonMs;

export const KeyAge = ({ days }: { readonly days: number }) => {
  const tone = ageTone(days);
  return (
    <span className="key-age" data-tone={tone}>
      <svg width={width} height={5} aria-hidden="true">
        <rect className="key-age-ground" width={width} height={5} rx={2.5} />
        <rect className="key-age-bar forced-ink" width={Math.max(3, share(days))} height={5} rx={2.5} />
        <rect className="key-age-tick forced-ink" x={share(keyAgeDays.soon)} width={2} height={5} />
      </svg>
      <span className="key-age-text number">
        {tone === 'over' ? <Hourglass size={12} aria-hidden="true" /> : null}
        {countedText(days, 'day')}
      </span>
    </span>
  );
};
