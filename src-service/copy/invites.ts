import type { Meeting } from '../content/describe-item.ts';
import type { Scheduling } from '../providers/copy-ports.ts';

export const invites = ({ organizers, attendees }: Meeting, { repliesFor }: Scheduling): boolean => {
  const isOwn = (address: string): boolean => repliesFor.includes(address);
  return !organizers.some(isOwn) && attendees.some(isOwn);
};
