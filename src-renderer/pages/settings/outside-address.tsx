import { CopyButton } from '#ui/controls/copy.tsx';

interface OutsideAddressProps {
  readonly address: string;
  /** What the link is called; the address itself when left out. */
  readonly words?: string;
  readonly copyLabel: string;
}

/** An address outside the console: a link where the host may open it, else a text; to copy in any case. */
export const OutsideAddress = ({ address, words = address, copyLabel }: OutsideAddressProps) => (
  <>
    {address.startsWith('https://') ? (
      <a href={address} target="_blank" rel="noreferrer">
        {words}
      </a>
    ) : (
      <span className="mono">{address}</span>
    )}
    <CopyButton text={address} label={copyLabel} />
  </>
);
