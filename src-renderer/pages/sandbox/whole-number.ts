/** A typed whole number in a range, or the sentence that says what is wrong; null where nothing is typed. */
type ReadNumber = { readonly value: number | null; readonly problem: string | null };

export const readWholeNumber = (typed: string, name: string, least: number, most: number): ReadNumber => {
  const text = typed.replaceAll(/[\s,]/g, '');
  if (text === '') return { value: null, problem: null };
  const value = Number(text);
  return /^\d+$/.test(text) && value >= least && value <= most
    ? { value, problem: null }
    : { value: null, problem: `${name} is a whole number from ${least} to ${most.toLocaleString('en-US')}.` };
};
