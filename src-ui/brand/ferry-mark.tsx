import mark from './ferry.svg';

/** The product's logo. Decorative, because it stands next to the name. */
export const FerryMark = ({ size }: { readonly size: number }) => <img src={mark} width={size} height={size} alt="" />;
