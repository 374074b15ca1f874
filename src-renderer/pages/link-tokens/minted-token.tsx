import { Copy, Eye, EyeOff, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { linkTokenLifetimeMs } from '#shared/token-lifetimes.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { copyText } from '#ui/controls/copy.tsx';
import { CountdownRing } from '#ui/countdown/countdown-ring.tsx';
import { useAge } from '#ui/countdown/countdown.ts';
import { durationText } from '#ui/values/time-text.ts';
import type { ShownToken } from '../../api/token-records.ts';

interface MintedTokenProps {
  readonly record: ShownToken;
  readonly linkToken: string;
  /** The value is to be dropped. */
  readonly onForget: () => void;
}

/** A token that was just made: shown this once, hidden until asked for, and dropped when it has expired. */
export const MintedToken = ({ record, linkToken, onForget }: MintedTokenProps) => {
  const [revealed, setRevealed] = useState(false);
  const isOver = useAge(record.began, true) >= linkTokenLifetimeMs;
  useEffect(() => {
    if (isOver) onForget();
  }, [isOver, onForget]);
  return (
    <section className="minted" aria-label="Link token">
      <CountdownRing label="Link token" began={record.began} lifetimeMs={linkTokenLifetimeMs} />
      <div className="minted-body">
        <p className="minted-title">Shown this once</p>
        <p className="minted-note number">Made in {durationText(record.mintMs)}. Copy it before its time is over.</p>
        {revealed ? (
          <code className="minted-value mono">{linkToken}</code>
        ) : (
          <span className="minted-value hidden-value">
            <LockKeyhole size={12} aria-hidden="true" />
            Hidden
          </span>
        )}
      </div>
      <div className="minted-actions">
        <IconButton
          label={revealed ? 'Hide the token' : 'Reveal the token'}
          icon={revealed ? EyeOff : Eye}
          size="small"
          onPress={() => setRevealed(!revealed)}
        />
        <Button size="small" icon={Copy} onPress={() => copyText(linkToken, 'the link token')}>
          Copy
        </Button>
      </div>
    </section>
  );
};
