import './status-bar.css';

interface StatusCount {
  readonly status: string;
  readonly count: number;
}

const gap = 3;
const minWidth = 4;

/**
 * Returns the segments of a stacked bar that is 1,000 units wide, including the gaps. Omits empty statuses; every
 * segment is at least `minWidth` wide.
 */
export const barParts = (lines: readonly StatusCount[]) => {
  const nonEmptyLines = lines.filter(({ count }) => count > 0);
  const totalCount = nonEmptyLines.reduce((sum, { count }) => sum + count, 0);
  const freeWidth = 1000 - gap * Math.max(0, nonEmptyLines.length - 1) - minWidth * nonEmptyLines.length;
  let x = 0;
  return nonEmptyLines.map(({ status, count }) => {
    const part = { status, x, width: minWidth + (count / totalCount) * freeWidth };
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
