import './status-bar.css';

interface StatusCount {
  readonly status: string;
  readonly count: number;
}

const chartClass = (status: string): string => `chart-${status.toLowerCase().replaceAll('_', '-')}`;

export const StatusBar = ({ lines }: { readonly lines: readonly StatusCount[] }) => (
  <div className="status-bar" aria-hidden="true">
    {lines
      .filter(({ count }) => count > 0)
      .map(({ status, count }) => (
        // Set through the CSSOM, because the content security policy blocks style attributes.
        <span key={status} className={`chart forced-ink ${chartClass(status)}`} style={{ flexGrow: count }} />
      ))}
  </div>
);
