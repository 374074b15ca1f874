import { CopyButton } from '#ui/controls/copy.tsx';

interface OutsideAddressProps {
  readonly address: string;
  readonly words?: string;
  readonly copyLabel: string;
}

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
