import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleSlash,
  CircleUserRound,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import './tones.css';

interface StatusStyle {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone: 'neutral' | 'working' | 'waiting' | 'good' | 'bad' | 'left' | 'partial';
  readonly known: boolean;
}

const styles: Record<MigrationStatus, StatusStyle> = {
  NOT_READY: { label: 'Not ready', icon: CircleDashed, tone: 'neutral', known: true },
  NOT_STARTED: { label: 'Not started', icon: Circle, tone: 'neutral', known: true },
  WORKING: { label: 'Working', icon: LoaderCircle, tone: 'working', known: true },
  PENDING_USER_INPUT: { label: 'Pending user input', icon: CircleUserRound, tone: 'waiting', known: true },
  COMPLETE: { label: 'Complete', icon: CircleCheck, tone: 'good', known: true },
  COMPLETED_WITH_FAILURES: { label: 'Completed with failures', icon: CircleAlert, tone: 'partial', known: true },
  FAILED: { label: 'Failed', icon: CircleX, tone: 'bad', known: true },
  LOGIN_ABANDONED: { label: 'Login abandoned', icon: CircleSlash, tone: 'left', known: true },
};
export const knownStatuses = Object.keys(styles);
const byName = new Map<string, StatusStyle>(Object.entries(styles));

export const statusStyleOf = (status: string): StatusStyle =>
  byName.get(status) ?? { label: status || 'no status', icon: CircleQuestionMark, tone: 'neutral', known: false };
