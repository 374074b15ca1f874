import mark from './ferry.svg';

/** The product's mark; decoration, the name stands beside it. */
export const FerryMark = ({ size }: { readonly size: number }) => <img src={mark} width={size} height={size} alt="" />;
