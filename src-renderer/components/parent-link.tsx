import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import './parent-link.css';

export const ParentLink = ({
  to,
  children,
}: {
  readonly to: '/migrations' | '/companies';
  readonly children: string;
}) => (
  <nav className="parent-link row faint rigid" aria-label="Parent page">
    <Link to={to}>{children}</Link>
    <ChevronRight size={14} aria-hidden="true" />
  </nav>
);
