import mark from './ferry.svg';

/** The product's logo. Decorative, because the name is next to it. */
export const FerryMark = ({ size }: { readonly size: number }) => <img src={mark} width={size} height={size} alt="" />;
