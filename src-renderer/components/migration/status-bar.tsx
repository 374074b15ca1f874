import './status-bar.css';

interface StatusCount {
  readonly status: string;
  readonly count: number;
}

const gap = 3;
const min = 4;

/** Returns the segments of a stacked bar with 1,000 units and gaps. Non-empty segments have a visible minimum width. */
export const barParts = (lines: readonly StatusCount[]) => {
  const there = lines.filter(({ count }) => count > 0);
  const all = there.reduce((sum, { count }) => sum + count, 0);
  const room = 1000 - gap * Math.max(0, there.length - 1) - min * there.length;
  let x = 0;
  return there.map(({ status, count }) => {
    const part = { status, x, width: min + (count / all) * room };
    x += part.width + gap;
    return part;
  });
};

const chartClass = (status: string): string => `chart-${status.toLowerCase().replaceAll('_', '-')}`;

export const StatusBar = ({ lines }: { readonly lines: readonly StatusCount[] }) => (
  <svg className="status-bar" viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
    <clipPath id="status-bar-ends">
      <rect width="1000" height="14" rx="4" />
    </clipPath>
    <g clipPath="url(#status-bar-ends)">
      {barParts(lines).map(({ status, x, width }) => (
        <rect key={status} className={`chart forced-ink ${chartClass(status)}`} x={x} width={width} height="14" />
      ))}
    </g>
  </svg>
);
