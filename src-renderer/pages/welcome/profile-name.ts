/** A name for a new profile from the host of its address: "api.brightwater.example" becomes "brightwater.example". */
export const profileNameFor = (baseURL: string, taken: readonly string[]): string => {
  const host = /^https?:\/\/([^/?#]+)/i.exec(baseURL.trim())?.[1] ?? 'New profile';
  const name = host.replace(/^api\./i, '').slice(0, 50);
  const isTaken = (candidate: string): boolean => taken.some((each) => each.toLowerCase() === candidate.toLowerCase());
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    const candidate = `${name} ${number}`;
    if (!isTaken(candidate)) return candidate;
  }
};
